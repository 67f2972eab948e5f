import { groupAnswers } from './groups.ts'
import { readJsonText } from './jsonText.ts'
import { orderAnswers, orderRequests } from './orders.ts'
import { serverRequests } from './servers.ts'
import { settingAnswers, settingRequests } from './settings.ts'
import type { Ask, Call, Read, Translation } from './translation.ts'
import { userRequests } from './users.ts'

const answers: Partial<Record<Call, Translation>> = {
  ...groupAnswers,
  ...orderAnswers,
  ...settingAnswers,
}

const requests: Partial<Record<Call, Ask>> = {
  ...orderRequests,
  ...serverRequests,
  ...settingRequests,
  ...userRequests,
}

/** What an older server answered, as this contract has it. Its JSON text is read in every answer. */
export async function translateAnswer(
  call: string,
  reply: Response,
  read: Read,
): Promise<Response> {
  if (!reply.ok) return reply
  const answer = readJsonText(await reply.text())
  const translate = answers[call as Call]
  const body = translate ? await translate(answer, read) : answer
  return new Response(JSON.stringify(body), reply)
}

/** A call as an older server takes it. */
export async function translateRequest(call: string, request: Request): Promise<Request> {
  const translate = requests[call as Call]
  if (!translate) return request
  const { method, headers, signal, credentials } = request
  const url = new URL(request.url)
  const text = await request.text()
  const body = translate(text === '' ? undefined : JSON.parse(text), url.searchParams)
  return new Request(url, {
    method,
    headers,
    signal,
    credentials,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
