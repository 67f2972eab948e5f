import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWaiting } from '#device/waiting.ts'
import { MESSAGE_POLL_MS } from '#rules/timing.ts'

/** Sends the messages that wait on this device, whatever screen is open. */
export function KeepSending() {
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
