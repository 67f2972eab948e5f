import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/client.ts'
import { outdate } from '#api/outdate.ts'
import { changeWaiting, useWaiting, waitingMessages } from '#device/unsentMessages.ts'
import { newUuid } from '#rules/uuid.ts'
import { sendMessage, sendMyMessage } from './operations.ts'

let sending: Promise<void> | undefined

/** Sends the unsent messages, in one run for all callers, and adds them to the conversation. */
export async function sendWaiting(queryClient: QueryClient): Promise<void> {
  sending ??= sendAll().finally(() => (sending = undefined))
  await sending
  await outdate(queryClient, 'sendMessage')
}

/**
 * The messages of one conversation that are on their way.
 *
 * Offline they wait, also over a reload; `MessageSender` sends them once the server answers again.
 */
export function useOutbox(to: number | null) {
  const queryClient = useQueryClient()
  const waiting = useWaiting().filter((message) => message.to === to)
  const push = () => sendWaiting(queryClient)

  return {
    waiting,
    /** With `done`, nothing is left to do then, unless the user wrote after that message. */
    send(text: string, done?: number) {
      const message = {
        key: newUuid(),
        to,
        text,
        time: Date.now(),
        ...(done !== undefined && { done }),
      }
      changeWaiting((before) => [...before, message])
      void push()
    },
    sendAgain(key: string) {
      changeWaiting((before) =>
        before.map((message) =>
          message.key === key ? { ...message, refused: undefined } : message,
        ),
      )
      void push()
    },
    drop(key: string) {
      changeWaiting((before) => before.filter((message) => message.key !== key))
    },
  }
}

/** Sends what waits, oldest first; stops at the first that finds no server. */
async function sendAll(): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const next = waitingMessages().find(({ key, refused }) => !refused && !tried.has(key))
    if (!next) return
    tried.add(next.key)
    try {
      await (next.to === null
        ? sendMyMessage(next.text, next.key)
        : sendMessage(next.to, next.text, next.key, next.done))
      changeWaiting((before) => before.filter(({ key }) => key !== next.key))
    } catch (error) {
      if (!(error instanceof ApiError) || !isRefusal(error)) return
      const { status, reason } = error
      changeWaiting((before) =>
        before.map((message) =>
          message.key === next.key ? { ...message, refused: { status, reason } } : message,
        ),
      )
    }
  }
}

/** Whether retrying automatically would be of no use. */
const isRefusal = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 401
