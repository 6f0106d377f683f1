import { expect, test } from 'vitest'
import { emptyAnswer, foldAnswer, readAnswer, type Answer } from './answer.ts'

const stream = (...lines: string[]) => new Response(lines.map((line) => `data: ${line}\n\n`).join(''), { headers: { 'content-type': 'text/event-stream' } })

async function whole(reply: Response): Promise<Answer> {
	let answer = emptyAnswer()
	for await (const piece of readAnswer(reply)) answer = foldAnswer(answer, piece)
	return answer
}

test('tokens stand in token, delta or text, and [DONE] ends them', async () => {
	expect(await whole(stream('{"token":"a"}', '{"delta":"b"}', '{"text":"c"}', 'plain', '[DONE]', '{"token":"never"}'))).toMatchObject({ text: 'abcplain' })
})

test.each(['text', 'reply', 'message', 'response', 'output'])('a JSON reply is read from %s', async (name) => {
	expect(await whole(Response.json({ [name]: 'hello' }))).toMatchObject({ text: 'hello' })
})

test('citations come as addresses or with titles', async () => {
	expect(await whole(stream('{"token":"a"}', '{"citations":["http://a",{"url":"http://b","title":"B"},5]}', '[DONE]'))).toMatchObject({ sources: [{ url: 'http://a' }, { url: 'http://b', title: 'B' }] })
})

test('an error in the stream is one, and so is an end without [DONE]', async () => {
	await expect(whole(stream('{"token":"a"}', '{"error":"xAI is limiting requests","code":"models.busy"}', '[DONE]'))).rejects.toMatchObject({ code: 'models.busy', message: 'xAI is limiting requests' })
	await expect(whole(stream('{"token":"a"}'))).rejects.toMatchObject({ code: 'chat.cut' })
})
