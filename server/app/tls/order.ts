import type { Pair } from './certificate.ts'
import type { Kept } from './kept.ts'

/** How long one request to the certificate authority may take, ms. */
const REQUEST_TIMEOUT_MS = 30_000
/** How long the whole may take, ms: an authority that does not decide is asked again later. */
const ORDER_TIMEOUT_MS = 600_000
/** The longest that an authority may ask to wait, ms: its limits are those of a week. */
const MAX_WAIT_MS = 7 * 86_400_000

/** The authority takes no order before some time has passed. */
export class NotBefore extends Error {
  /** From now on, ms. */
  wait: number
  constructor(error: Error, wait: number) {
    super(error.message, { cause: error })
    this.wait = Math.min(wait, MAX_WAIT_MS)
  }
}

type Order = {
  /** What it is to be for. */
  names: readonly string[]
  directory: string
  /** Whom the authority may write to; empty for nobody. */
  email: string
  /** The account at the authority that ours is bound to; empty for none. */
  binding: { kid: string; hmacKey: string }
  kept: Pick<Kept, 'accountKey' | 'keepAccountKey'>
  /** The answers port 80 gives, by token, as long as the authority may ask. */
  answers: {
    set: (token: string, answer: string) => unknown
    delete: (token: string) => unknown
  }
}

/**
 * Gets a certificate for names by ACME (RFC 8555), proving it by `http-01`. The library is loaded
 * only here: most consoles stand behind a proxy.
 */
export async function orderCertificate(order: Order): Promise<Pair> {
  const { names, directory, email, binding, kept, answers } = order
  await reach(directory)
  const acme = await import('acme-client')
  acme.axios.defaults.timeout = REQUEST_TIMEOUT_MS
  // Further tries are the caller's, with pauses the authority allows.
  Object.assign(acme.axios.defaults, {
    // The library would sleep for as long as the authority says, which may be a day.
    acmeSettings: { retryMaxAttempts: 0, retryDefaultDelay: 1 },
  })
  let wait = 0
  const watching = acme.axios.interceptors.response.use((reply) => {
    if (reply.status === 429 || reply.status === 503)
      wait = waitOf(String(reply.headers['retry-after'] ?? ''))
    return reply
  })
  let accountKey = kept.accountKey()
  if (accountKey === undefined) {
    accountKey = String(await acme.crypto.createPrivateEcdsaKey())
    // Kept first: a key that is lost after it was registered is an account nobody can use.
    kept.keepAccountKey(accountKey)
  }
  const client = new acme.Client({
    directoryUrl: directory,
    accountKey,
    ...(binding.kid ? { externalAccountBinding: binding } : {}),
    backoffMin: 1_000,
    backoffMax: 15_000,
  })
  const [key, csr] = await acme.crypto.createCsr(
    { altNames: [...names] },
    await acme.crypto.createPrivateEcdsaKey(),
  )
  const register = async () => {
    // The library would write to a known account that nothing changes, which authorities refuse.
    if (!email) await client.createAccount({ onlyReturnExisting: true }).catch(() => undefined)
  }
  const place = () =>
    client.auto({
      csr,
      email: email || (null as unknown as string),
      termsOfServiceAgreed: true,
      challengePriority: ['http-01'],
      // From behind a router this machine may not reach its own public address.
      skipChallengeVerification: true,
      challengeCreateFn: async (_authorization, { token }, answer) => {
        await answers.set(token, answer)
      },
      challengeRemoveFn: async (_authorization, { token }) => {
        await answers.delete(token)
      },
    })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error('The certificate authority did not decide in time.')),
    ORDER_TIMEOUT_MS,
  )
  try {
    const ordered = register().then(place)
    const cert = await Promise.race([ordered, late.promise])
    return { cert, key: String(key) }
  } catch (error) {
    if (wait > 0 && error instanceof Error) throw new NotBefore(error, wait)
    // What the library throws where a connection breaks off.
    if (!(error instanceof TypeError)) throw error
    throw new Error('The certificate authority stopped answering.', { cause: error })
  } finally {
    clearTimeout(timer)
    acme.axios.interceptors.response.eject(watching)
  }
}

/** `Retry-After` (RFC 9110, 10.2.3) in ms from now: seconds, or a date; 0 for none. */
export function waitOf(text: string, now = Date.now()): number {
  const given = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return given > 0 ? given : 0
}

/** Throws a sentence where the authority does not answer: the library's own error says nothing then. */
async function reach(directory: string): Promise<void> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const reply = await fetch(directory, { signal }).catch((error: Error & { cause?: Error }) => {
    const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
    throw new Error(
      `The certificate authority cannot be reached (${directory}): ${code ?? message}`,
    )
  })
  await reply.body?.cancel()
  if (!reply.ok)
    throw new Error(`${directory} is no certificate authority: it says ${reply.status}.`)
}
