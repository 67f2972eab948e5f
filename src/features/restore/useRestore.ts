import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#api/client.ts'
import type { Answer } from '#contract'
import { getRestore } from './operations.ts'

const POLL_MS = 700

/**
 * How far the server has come; asked again and again while it is fetching.
 *
 * The server keeps it: a page that was reloaded goes on with the copy it had asked for.
 */
export function useRestore(token: string) {
  const [status, setStatus] = useState<Answer<'getRestore'>>()
  const [error, setError] = useState<ApiError | null>(null)
  const look = useCallback(async () => {
    try {
      setStatus(await getRestore(token))
      setError(null)
    } catch (problem) {
      setError(problem instanceof ApiError ? problem : new ApiError(0, 'unread'))
    }
  }, [token])
  const isFetching = status?.state === 'fetching'
  useEffect(() => {
    const timer = isFetching
      ? setInterval(() => void look(), POLL_MS)
      : setTimeout(() => void look(), 0)
    return () => clearInterval(timer)
  }, [look, isFetching])
  return { status, error, look }
}
