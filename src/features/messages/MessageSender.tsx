import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWaiting } from '#device/unsentMessages.ts'
import { MESSAGE_POLL_MS } from '#rules/timing.ts'

/** Sends the unsent messages of this device, on every screen. */
export function MessageSender() {
  const queryClient = useQueryClient()
  const held = useWaiting().some(({ refused }) => !refused)
  useEffect(() => {
    if (!held) return undefined
    const send = () =>
      void import('./outbox.ts')
        .then(({ sendWaiting }) => sendWaiting(queryClient))
        .catch(() => undefined)
    send()
    const timer = setInterval(send, MESSAGE_POLL_MS)
    addEventListener('online', send)
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
    }
  }, [held, queryClient])
  return null
}
