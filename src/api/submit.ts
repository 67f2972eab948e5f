import { useCallback, useRef, useState } from 'react'
import { ApiError } from './client.ts'

/**
 * A call made from a form before anybody is logged in, with its state.
 *
 * The areas behind the login use mutations of the query cache; the first screen does without it.
 */
export function useSubmit<Input, Output>(call: (input: Input) => Promise<Output>) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const running = useRef(false)
  const run = useCallback(
    async (input: Input, onDone: (output: Output) => unknown) => {
      // A second click comes before the button says that it is busy.
      if (running.current) return
      running.current = true
      setPending(true)
      setError(null)
      try {
        await onDone(await call(input))
      } catch (problem) {
        setError(problem instanceof ApiError ? problem : new ApiError(0, String(problem)))
      } finally {
        running.current = false
        setPending(false)
      }
    },
    [call],
  )
  /** Clears the result of the last run. */
  const forget = useCallback(() => setError(null), [])
  return { pending, error, run, forget }
}
