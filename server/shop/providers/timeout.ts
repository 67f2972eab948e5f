import { ProviderFailure } from './provider.ts'

/** How long a provider has to answer. */
export const TIMEOUT_MS = 10_000

/**
 * The answer of a call to a provider; `unreachable` after the timeout.
 *
 * Clients limit the wait for each piece of a reply; this limits the whole.
 */
export async function inTime<Reply>(call: Promise<Reply>, timeoutMs = TIMEOUT_MS): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderFailure('unreachable', 'timeout')), timeoutMs)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}
