/**
 * What bash reads instead of `~/.bashrc`: that file, and then functions that mark where a prompt, a line, its output and its end are
 * (OSC 633). Every mark carries a key that only this shell and the page know, so that a file that is printed cannot pretend to be the shell.
 * The line itself comes from the history, without control characters. Needs bash 5.1; an older one works without marks.
 */
export function bashStart(key: string): string {
	return `if [ -r ~/.bashrc ]; then . ~/.bashrc; fi
if (( BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501 )); then
	__drydock_key='${key}'
	__drydock_clean() {
		local text=\${1:0:1500}
		text=\${text//\\\\/\\\\\\\\}
		text=\${text//$'\\n'/\\\\n}
		text=\${text//[[:cntrl:]]/}
		builtin printf %s "$text"
	}
	__drydock_started() {
		local line
		line=$(HISTTIMEFORMAT= builtin history 1)
		line=\${line#*[0-9]  }
		builtin printf '\\e]633;%s;E;%s\\a\\e]633;%s;C;%s\\a' "$__drydock_key" "$(__drydock_clean "$line")" "$__drydock_key" "$EPOCHREALTIME"
	}
	__drydock_ended() {
		local code=$?
		builtin printf '\\e]633;%s;D;%s;%s\\a\\e]633;%s;P;%s\\a' "$__drydock_key" "$code" "$EPOCHREALTIME" "$__drydock_key" "$(__drydock_clean "$PWD")"
		return $code
	}
	__drydock_prompt() {
		local code=$?
		case $PS1 in
			*"$__drydock_key"*) ;;
			*) PS1="\\[\\e]633;$__drydock_key;A\\a\\]$PS1\\[\\e]633;$__drydock_key;B\\a\\]" ;;
		esac
		return $code
	}
	PROMPT_COMMAND=(__drydock_ended "\${PROMPT_COMMAND[@]}" __drydock_prompt)
	PS0="\${PS0-}"'$(__drydock_started)'
fi
`
}
