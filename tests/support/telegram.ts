import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Fields = Record<string, unknown>
type Update = { update_id: number; message?: Fields; edited_message?: Fields }
/** One of the sizes in which Telegram has a photo. */
type PhotoSize = { width: number; height: number; bytes: Buffer }
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
  /** What was sent as a file, by its id; a path that was handed out leads to it. */
  const files = new Map<string, Buffer>()
  const paths = new Map<string, string>()
  let token = BOT_TOKEN
  let isDown = false
  let lastId = 500
  let fetches = 0
  let areLost = false
  let areSized = true
  /** The kinds of updates a bot gets that names none, as far as they are here. */
  let kinds = ['message', 'edited_message']
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
      const command = /^\/\w+/.exec(text)?.[0]
      const entities = command && [{ type: 'bot_command', offset: 0, length: command.length }]
      arrive(chat, { text, ...(entities && { entities }) }, { language, type })
    },
    /** A person sends something else: the fields of Telegram's message. */
    arrive,
    /** A person changes what was sent. */
    edit: (chat: number, fields: Fields) => arrive(chat, fields, { as: 'edited_message' }),
    /** Uploads a file to Telegram; its id. */
    upload,
    /** A photo as Telegram has it: in several sizes, the smallest first. */
    photo: (...sizes: PhotoSize[]) =>
      sizes.map(({ width, height, bytes }) => {
        const id = upload(bytes)
        return { file_id: id, file_unique_id: `u${id}`, file_size: bytes.length, width, height }
      }),
    /** The paths that were named lead nowhere any more: what is an hour old does so. */
    loseFiles: () => void (areLost = true),
    /** The sizes of files are not named any more. */
    hideSizes: () => void (areSized = false),
    /** How often a file was fetched. */
    fetches: () => fetches,
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

  function arrive(
    chat: number,
    fields: Fields,
    { language = 'en', type = 'private', as = 'message' as 'message' | 'edited_message' } = {},
  ) {
    if (type === 'private') chats.add(String(chat))
    const update_id = ++lastId
    const message = {
      message_id: update_id,
      date: 1,
      ...(as === 'edited_message' && { edit_date: 2 }),
      from: { id: chat, is_bot: false, first_name: 'Ann', language_code: language },
      chat: { id: chat, type, first_name: 'Ann', title: 'Group' },
      ...fields,
    }
    updates.push({ update_id, [as]: message })
    poll?.end(allowed())
  }

  function upload(bytes: Buffer): string {
    const id = `AgACAgQAAx-${files.size + 1}`
    files.set(id, bytes)
    return id
  }

  /** The updates a bot has asked for; the others are never handed to it. */
  function allowed() {
    return updates.filter((update) => kinds.some((kind) => kind in update))
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (isDown) return void request.socket.destroy()
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.url?.includes('/file/bot')) return void handOver(request.url, response)
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

  /** `/file/bot<token>/<path>`, a path that getFile named. */
  function handOver(url: string, response: ServerResponse) {
    const [, given = '', path = ''] = /\/file\/bot([^/]+)\/(.+)$/.exec(url) ?? []
    const bytes = given === token && !areLost ? paths.get(path) : undefined
    fetches += 1
    if (bytes)
      return response
        .writeHead(200, { 'content-type': 'application/octet-stream' })
        .end(files.get(bytes))
    const [code, description] = given === token ? [404, 'Not Found'] : [401, 'Unauthorized']
    response.writeHead(code, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ ok: false, error_code: code, description }))
  }

  async function run(method: string, fields: Fields, gone: Promise<void>): Promise<unknown> {
    switch (method) {
      case 'getMe':
        return BOT
      case 'deleteWebhook':
        return true
      case 'getUpdates':
        return getUpdates(fields, gone)
      case 'getFile':
        return getFile(fields)
      case 'sendMessage':
        return sendMessage(fields)
      case 'setMyCommands':
        return setMyCommands(fields)
      default:
        throw new ApiError(404, 'Not Found: method not found')
    }
  }

  /** What has not been confirmed by a higher offset; waits for it as long as requested. */
  function getUpdates(
    { offset = 0, timeout = 0, allowed_updates: asked }: Fields,
    gone: Promise<void>,
  ): Promise<Update[]> {
    // What is not named stays as it was set before.
    if (Array.isArray(asked)) kinds = asked.map(String)
    // Only one may listen: the earlier poll is ended.
    if (poll) polls.atOnce += 1
    poll?.end(new ApiError(409, 'Conflict: terminated by other getUpdates request'))
    while (updates[0] && updates[0].update_id < Number(offset)) updates.shift()
    if (allowed().length > 0 || Number(timeout) === 0) return Promise.resolve(allowed())
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

  function getFile({ file_id }: Fields) {
    const bytes = files.get(String(file_id))
    if (!bytes)
      throw new ApiError(400, 'Bad Request: wrong file_id or the file is temporarily unavailable')
    if (bytes.length > 20 * 1024 * 1024) throw new ApiError(400, 'Bad Request: file is too big')
    const path = `photos/file_${paths.size}.jpg`
    paths.set(path, String(file_id))
    const unique = { file_id, file_unique_id: `u${file_id}` }
    // Telegram need not name the size.
    return { ...unique, ...(areSized && { file_size: bytes.length }), file_path: path }
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
