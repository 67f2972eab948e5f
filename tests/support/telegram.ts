import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Fields = Record<string, unknown>
type Update = { update_id: number; message: Fields }
type Failure = { code: number; description: string; retryAfter?: number }

export const BOT_TOKEN = '123456:AAHkMr-x0Z_abcdefghijklmnopqrstuvwx'

const BOT = {
  id: 123_456,
  is_bot: true,
  first_name: 'Sluice',
  username: 'sluice_bot',
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
}

/** Telegram's refusals, in its words. */
class ApiError extends Error {
  readonly failure: Failure
  constructor(code: number, description: string, retryAfter?: number) {
    super(description)
    this.failure = { code, description, retryAfter }
  }
}

/**
 * Stands in for Telegram's Bot API: one bot, its chats, long polling with offsets, and the words
 * and numbers it refuses with. It checks what it is sent as the real one does.
 */
export async function startTelegramApi() {
  const updates: Update[] = []
  const sent: { chat: string; text: string }[] = []
  const commands = new Map<string, string[]>()
  const chats = new Set<string>()
  const blocked = new Set<string>()
  const failures = new Map<string, (Failure | null)[]>()
  const calls: string[] = []
  /** The callers of getUpdates, and how often one called while another was waiting. */
  const polls = { by: [] as string[], atOnce: 0 }
  let token = BOT_TOKEN
  let isDown = false
  let lastId = 500
  let poll: { end: (updates: Update[] | ApiError) => void } | undefined

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    poll?.end([])
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // listening on TCP, so never a string

  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    commands,
    calls,
    polls,
    /** What was sent to a chat, oldest first. */
    to: (chat: number) => sent.filter((one) => one.chat === String(chat)).map(({ text }) => text),
    /** A person writes to the bot. */
    write(chat: number, text: string, { language = 'en', type = 'private' } = {}) {
      if (type === 'private') chats.add(String(chat))
      const command = /^\/\w+/.exec(text)?.[0]
      const entities = command && [{ type: 'bot_command', offset: 0, length: command.length }]
      updates.push({
        update_id: ++lastId,
        message: {
          message_id: lastId,
          date: 1,
          from: { id: chat, is_bot: false, first_name: 'Ann', language_code: language },
          chat: { id: chat, type, first_name: 'Ann', title: 'Group' },
          text,
          ...(entities && { entities }),
        },
      })
      poll?.end(updates)
    },
    block: (chat: number) => void blocked.add(String(chat)),
    /** Lets a method fail so many times, after it has worked so many times. */
    fail: (method: string, failure: Failure, { times = 1, after = 0 } = {}) =>
      void failures.set(
        method,
        Array.from({ length: after + times }, (_, at) => (at < after ? null : failure)),
      ),
    /** Cuts every connection until it is up again. */
    goDown: (down: boolean) => {
      isDown = down
      if (down) server.closeAllConnections()
    },
    /** Another program polls this bot's updates. */
    takeOver: () =>
      poll?.end(
        new ApiError(
          409,
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        ),
      ),
    /** BotFather gives out another token; the one before is void. */
    changeToken: (to: string) => void (token = to),
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (isDown) return void request.socket.destroy()
    let body = ''
    for await (const chunk of request) body += String(chunk)
    // Processes whose address of it differs can be distinguished.
    const address = /^(?:\/(\w+))?\/bot([^/]+)\/(\w+)$/
    const [, by = '', given = '', method = ''] = address.exec(request.url ?? '') ?? []
    const reply = (status: number, value: Fields) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    try {
      if (!/^\d+:[\w-]{20,}$/.test(given)) throw new ApiError(404, 'Not Found')
      if (given !== token) throw new ApiError(401, 'Unauthorized')
      calls.push(method)
      const failure = failures.get(method)?.shift()
      if (failure) throw new ApiError(failure.code, failure.description, failure.retryAfter)
      if (method === 'getUpdates') polls.by.push(by)
      const fields = body === '' ? {} : JSON.parse(body)
      const gone = new Promise<void>((resolve) => response.once('close', resolve))
      reply(200, { ok: true, result: await run(method, fields, gone) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { code, description, retryAfter } = error.failure
      const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }
      reply(code, { ok: false, error_code: code, description, ...parameters })
    }
  }

  async function run(method: string, fields: Fields, gone: Promise<void>): Promise<unknown> {
    switch (method) {
      case 'getMe':
        return BOT
      case 'deleteWebhook':
        return true
      case 'getUpdates':
        return getUpdates(fields, gone)
      case 'sendMessage':
        return sendMessage(fields)
      case 'setMyCommands':
        return setMyCommands(fields)
      default:
        throw new ApiError(404, 'Not Found: method not found')
    }
  }

  /** What has not been confirmed by a higher offset; waits for it as long as requested. */
  function getUpdates({ offset = 0, timeout = 0 }: Fields, gone: Promise<void>): Promise<Update[]> {
    // Only one may listen: the earlier poll is ended.
    if (poll) polls.atOnce += 1
    poll?.end(new ApiError(409, 'Conflict: terminated by other getUpdates request'))
    while (updates[0] && updates[0].update_id < Number(offset)) updates.shift()
    if (updates.length > 0 || Number(timeout) === 0) return Promise.resolve([...updates])
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => mine.end([]), Number(timeout) * 1000)
      const mine = {
        end(given: Update[] | ApiError) {
          clearTimeout(timer)
          if (poll === mine) poll = undefined
          if (given instanceof ApiError) reject(given)
          else resolve([...given])
        },
      }
      poll = mine
      void gone.then(() => mine.end([]))
    })
  }

  function sendMessage({ chat_id, text }: Fields) {
    const chat = String(chat_id)
    if (!chats.has(chat)) throw new ApiError(400, 'Bad Request: chat not found')
    if (blocked.has(chat)) throw new ApiError(403, 'Forbidden: bot was blocked by the user')
    if (typeof text !== 'string' || text.trim() === '')
      throw new ApiError(400, 'Bad Request: message text is empty')
    if (text.length > 4096) throw new ApiError(400, 'Bad Request: message is too long')
    sent.push({ chat, text })
    const id = ++lastId
    return { message_id: id, date: 1, from: BOT, chat: { id: Number(chat), type: 'private' }, text }
  }

  function setMyCommands({ commands: list, language_code: language = '' }: Fields) {
    const all = list as { command: string; description: string }[]
    for (const { command, description } of all) {
      if (!/^[a-z0-9_]{1,32}$/.test(command)) throw new ApiError(400, 'Bad Request: bad command')
      if (description.length < 1 || description.length > 256)
        throw new ApiError(400, 'Bad Request: command description is invalid')
    }
    commands.set(
      String(language),
      all.map(({ description }) => description),
    )
    return true
  }
}
