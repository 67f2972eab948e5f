import { orderAnswers, orderRequests } from './orders.ts'
import { settingAnswers, settingRequests } from './settings.ts'
import type { Ask, Call, Read, Translation } from './translation.ts'
import { type Answer, jsonTextProperties, type Body } from '#contract'

type NewPerson = { groupId?: number; groupName?: string }

/** A new admin has no group of the own. */
const userRequests = {
  'POST /api/admin/user/add': ({ groupId: _id, groupName: _name, ...person }: NewPerson) => person,
} satisfies Partial<Record<Call, Ask>>

/** All servers are nodes somewhere: it knows no planes. */
const serverRequests = {
  'POST /api/admin/server': ({ plane: _plane, ...server }: Body<'createServer'>) => server,
} satisfies Partial<Record<Call, Ask>>

/** Reads an answer in which some arrays and objects may be JSON text, as the contract's `x-json-text` marks them. */
const readJsonText = (text: string): unknown => JSON.parse(text, unpack)

type Group = Omit<Answer<'getGroup'>, 'notices'> & Partial<Pick<Answer<'getGroup'>, 'notices'>>

/** Announcements are named by their side of the link alone, and a form without them is read as none. */
const groupAnswers = {
  'GET /api/admin/group/{groupId}': async (group: Group, read: Read) => {
    if (group.notices) return group
    const notices = await read<Answer<'listNotices'>>('/api/admin/notice')
    const own = notices.filter(({ groupIds = [] }) => groupIds.includes(group.id))
    return { ...group, notices: own.map(({ id }) => id) }
  },
} satisfies Partial<Record<Call, Translation>>

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

function unpack(name: string, value: unknown): unknown {
  const isPacked =
    typeof value === 'string' && jsonTextProperties.includes(name) && /^[[{]/.test(value)
  if (!isPacked) return value
  try {
    return JSON.parse(value)
  } catch {
    // Only looks like JSON.
    return value
  }
}
