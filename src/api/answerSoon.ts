import { answer, ApiError } from './client.ts'
import { knownServer } from './serverInfo.ts'

/** How long an older server may take to find one thing. */
const TIMEOUT_MS = 8_000

/**
 * The body of an answered call for one thing. Throws ApiError for every other outcome.
 *
 * Older servers never answer for a thing that does not exist; after 8 s without an answer it
 * counts as gone.
 */
export async function answerSoon<Body>(
  ask: (
    signal: AbortSignal | null,
  ) => Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Body> {
  const signal = knownServer().contract === null ? AbortSignal.timeout(TIMEOUT_MS) : null
  try {
    return await answer(ask(signal))
  } catch (error) {
    if (signal?.aborted) throw new ApiError(404, '')
    throw error
  }
}
