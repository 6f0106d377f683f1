/** spec/2 §2: the three examples of simple mode. */
export const examples = [
	{
		title: 'FastAPI tasks dashboard',
		prompt: 'Build a small tasks dashboard with FastAPI: a SQLite-backed API to list, add, finish and delete tasks, one HTML page that uses it, and tests with pytest. Start by looking at what is in this folder.',
	},
	{
		title: 'SSE streaming chat with retries',
		prompt: 'Add a chat endpoint that streams its answer as server-sent events, and a client that shows it as it arrives, resumes after a dropped connection with Last-Event-ID and retries with back-off. Cover the retries with tests.',
	},
	{
		title: 'Security hardening checklist',
		prompt: 'Go through this project as a security reviewer: inputs, file paths, commands, secrets, headers and dependencies. Write SECURITY-CHECKLIST.md with each finding, its place and its risk. Change no other file.',
	},
]
