/* A disk for tests: notes what is synced and renamed in DISK_LOG; every fsync fails while the file DISK_FAILS is there, and waits for as long as DISK_HANGS is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void note(const char *what, const char *path) {
	char line[PATH_MAX + 16];
	int length = snprintf(line, sizeof line, "%s %s\n", what, path);
	int log = open(getenv("DISK_LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	if (log < 0) return;
	if (write(log, line, length) < 0) perror("DISK_LOG");
	close(log);
}

int fsync(int file) {
	char link[64], path[PATH_MAX];
	snprintf(link, sizeof link, "/proc/self/fd/%d", file);
	ssize_t length = readlink(link, path, sizeof path - 1);
	path[length < 0 ? 0 : length] = 0;
	note("sync", path);
	while (access(getenv("DISK_HANGS"), F_OK) == 0) usleep(10 * 1000);
	if (access(getenv("DISK_FAILS"), F_OK) == 0) {
		errno = EIO;
		return -1;
	}
	return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}

int rename(const char *from, const char *to) {
	int result = ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
	note("rename", to);
	return result;
}
