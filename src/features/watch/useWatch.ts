import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#api/client.ts'
import type { Schema } from '#contract'
import { WATCH_MS, WATCH_POLL_MS } from '#rules/timing.ts'
import { isFinal } from '#rules/verdict.ts'
import { useNow } from '#ui/now.ts'
import type { watchMyAccount } from './operations.ts'

/** What is seen during a connection attempt. */
export type Watch = {
  /** The latest answer; nothing before the first. */
  seen: Schema<'AccountWatch'> | undefined
  /** What was noted before the watch began. */
  before: Schema<'AccountWatch'> | undefined
  watches: boolean
  secondsLeft: number
  /** Why there is no newer answer. */
  error: ApiError | null
  /** Ends the watch with the result so far. */
  stop: () => void
  /** Starts again. */
  again: () => void
}

/**
 * Watches for half a minute, from the first answer on.
 *
 * On a phone one leaves for the app and comes back: so it ends with the first answer after its
 * time, which reports all that came meanwhile, and not with the time.
 */
export function useWatch(operation: typeof watchMyAccount, accountId: number): Watch {
  const [round, setRound] = useState(0)
  const [stoppedRound, setStopped] = useState<number>()
  const stopped = stoppedRound === round
  const now = useNow(1_000)
  const first = useQuery({
    ...operation(accountId, round),
    refetchInterval: ({ state }) => (state.data ? false : WATCH_POLL_MS),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const before = first.data
  const end = first.dataUpdatedAt + WATCH_MS
  const isOver = (data: Schema<'AccountWatch'> | undefined, at: number) =>
    data !== undefined && (at >= end || isFinal(data.verdict))
  const isDecided = before !== undefined && isFinal(before.verdict)
  const latest = useQuery({
    ...operation(accountId, round, before?.now ?? 0),
    enabled: before !== undefined && !isDecided && !stopped,
    refetchInterval: ({ state }) =>
      isOver(state.data, state.dataUpdatedAt) ? false : WATCH_POLL_MS,
    refetchOnWindowFocus: ({ state }) => !isOver(state.data, state.dataUpdatedAt),
  })
  const watches = !stopped && !isDecided && !isOver(latest.data, latest.dataUpdatedAt)
  return {
    seen: latest.data ?? before,
    before,
    watches,
    secondsLeft: before ? secondsUntil(end, now) : WATCH_MS / 1_000,
    error: before ? latest.error : first.error,
    stop: () => setStopped(round),
    again: () => setRound(round + 1),
  }
}

const secondsUntil = (end: number, now: number) =>
  Math.min(WATCH_MS / 1_000, Math.max(0, Math.ceil((end - now) / 1_000)))
