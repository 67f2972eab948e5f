import { ProviderFailure } from './provider.ts'

/** How long a provider has to answer, ms. */
export const PATIENCE = 10_000

/**
 * What a call to a provider answers; `unreachable` where it takes longer than it may.
 *
 * Clients limit the wait for each piece of a reply; this limits the whole.
 */
export async function inTime<Reply>(call: Promise<Reply>, patience = PATIENCE): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderFailure('unreachable', 'timeout')), patience)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}
