import type { QueryClient } from '@tanstack/react-query'
import { api } from '#api/client.ts'
import { isReached, onReach } from '#api/reachability.ts'

/** How soon an unreachable server is tried again. */
const POLL_MS = 3_000
/** How long all that is on screen is not asked for once more. */
const REFRESH_MS = 10_000

/**
 * Polls a server that cannot be reached, and refreshes what is on screen once it answers again.
 *
 * The browser reports when the device's own network is back; a server that was down, or a route that
 * was blocked, is noticed only by a request.
 */
export function refreshWhenBack(queryClient: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let refreshing: ReturnType<typeof setTimeout> | undefined
  let refreshed = -Infinity
  const look = () => {
    clearTimeout(timer)
    if (isReached()) return
    timer = setTimeout(look, POLL_MS)
    // Without a network there is nothing to reach, and nobody looks at a hidden page.
    if (!navigator.onLine || document.visibilityState === 'hidden') return
    api.GET('/api/home/login').catch(() => undefined)
  }
  const refresh = () => {
    refreshed = Date.now()
    void queryClient.invalidateQueries({ refetchType: 'active' })
  }
  onReach(() => {
    clearTimeout(timer)
    if (!isReached()) timer = setTimeout(look, POLL_MS)
    // Where some calls arrive and some do not, each round would trigger the next.
    else {
      clearTimeout(refreshing)
      refreshing = setTimeout(refresh, Math.max(0, refreshed + REFRESH_MS - Date.now()))
    }
  })
  addEventListener('online', look)
  document.addEventListener('visibilitychange', look)
}
