/** How long a browser may take to answer a command, ms. */
const ANSWER_MS = 90_000

/** An event, as DevTools and WebDriver BiDi send them. */
export type BrowserEvent = { method: string; params: never; sessionId?: string }

type Message = Partial<BrowserEvent> & {
  id?: number
  result?: never
  error?: unknown
  message?: string
}
type Waiting = { method: string; resolve: (result: never) => void; reject: (error: Error) => void }

export type Commands = Awaited<ReturnType<typeof openCommands>>

/** A socket for commands and their answers in JSON, with events between them. */
export async function openCommands(url: string, onEvent: (event: BrowserEvent) => void) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, Waiting>()
  let last = 0
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`no socket at ${url}`)))
  })
  socket.addEventListener('close', () => {
    for (const { method, reject } of waiting.values()) reject(new Error(`${method}: socket closed`))
    waiting.clear()
  })
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    const asked = message.id === undefined ? undefined : waiting.get(message.id)
    if (!asked) {
      if (message.method) onEvent(message as BrowserEvent)
      return
    }
    waiting.delete(message.id!)
    if (!message.error) return asked.resolve(message.result!)
    const why = `${JSON.stringify(message.error)} ${message.message ?? ''}`
    asked.reject(new Error(`${asked.method}: ${why.slice(0, 400)}`))
  })
  return {
    /** Sends a command; `more` stands beside its parameters. */
    send<Result = unknown>(
      method: string,
      params: object = {},
      more: object = {},
    ): Promise<Result> {
      const id = ++last
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          if (waiting.delete(id)) reject(new Error(`${method}: no answer`))
        }, ANSWER_MS)
        const settle =
          <Value>(how: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(timer)
            how(value)
          }
        waiting.set(id, { method, resolve: settle(resolve), reject: settle(reject) })
        socket.send(JSON.stringify({ id, method, params, ...more }))
      })
    },
    close: () => socket.close(),
  }
}
