import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#api/client.ts'
import type { Schema } from '#contract'
import { listEarlier } from './operations.ts'

type Message = Schema<'Message'>

/** How many messages come at once. */
const PAGE = 200

/**
 * What was written before the `latest` messages of a conversation, oldest first, read a piece at a
 * time; `userId` is null for the caller's own.
 */
export function useEarlier(userId: number | null, latest: readonly Message[]) {
  // The latest ones move on; what they leave behind stays in view.
  const [seen, setSeen] = useState(latest)
  const [known, setKnown] = useState(latest)
  if (known !== latest) {
    setKnown(latest)
    setSeen(merge(seen, latest))
  }
  const [isBegin, setBegin] = useState(latest.length < PAGE)
  const from = latest[0]?.id ?? 0
  const earlier = seen.filter(({ id = 0 }) => id < from)
  const first = seen[0]?.id
  const { mutate, isPending, error } = useMutation<readonly Message[], ApiError, number>({
    mutationKey: [userId === null ? 'listMyMessages' : 'listMessages'],
    mutationFn: (before) => listEarlier(userId, before),
    onSuccess(found, upTo) {
      // Where `before` is passed over, the latest ones come again.
      const pieces = found.filter(({ id = upTo }) => id < upTo)
      if (pieces.length < PAGE) setBegin(true)
      setSeen((before) => merge(pieces, before))
    },
  })
  return {
    earlier,
    isBegin: isBegin || first === undefined,
    isPending,
    error,
    load() {
      if (first !== undefined && !isPending) mutate(first)
    },
  }
}

/** Each message once, oldest first. */
function merge(some: readonly Message[], others: readonly Message[]): readonly Message[] {
  const byId = new Map([...some, ...others].map((message) => [message.id, message]))
  return [...byId.values()].toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))
}
