import type { Pair } from './certificate.ts'
import type { Kept } from './kept.ts'

/** How long one request to the certificate authority may take, ms. */
const REQUEST_TIMEOUT_MS = 30_000

type Order = {
  host: string
  directory: string
  /** Whom the authority may write to; empty for nobody. */
  email: string
  kept: Pick<Kept, 'accountKey' | 'keepAccountKey'>
  /** The answers port 80 gives, by token, as long as the authority may ask. */
  answers: Map<string, string>
}

/**
 * Gets a certificate for a name by ACME (RFC 8555), proving it by `http-01`. The library is loaded
 * only here: most consoles stand behind a proxy.
 */
export async function orderCertificate(order: Order): Promise<Pair> {
  const { host, directory, email, kept, answers } = order
  await reach(directory)
  const acme = await import('acme-client')
  acme.axios.defaults.timeout = REQUEST_TIMEOUT_MS
  // Further tries are the caller's, with pauses the authority allows.
  Object.assign(acme.axios.defaults, {
    acmeSettings: { retryMaxAttempts: 1, retryDefaultDelay: 1 },
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
    backoffMin: 1_000,
    backoffMax: 15_000,
  })
  const [key, csr] = await acme.crypto.createCsr(
    { altNames: [host] },
    await acme.crypto.createPrivateEcdsaKey(),
  )
  const ordered = client.auto({
    csr,
    email: email || (null as unknown as string),
    termsOfServiceAgreed: true,
    challengePriority: ['http-01'],
    // From behind a router this machine may not reach its own public address.
    skipChallengeVerification: true,
    challengeCreateFn: async (_authorization, { token }, answer) => void answers.set(token, answer),
    challengeRemoveFn: async (_authorization, { token }) => void answers.delete(token),
  })
  const cert = await ordered.catch((error: unknown) => {
    // What the library throws where a connection breaks off.
    if (!(error instanceof TypeError)) throw error
    throw new Error('The certificate authority stopped answering.', { cause: error })
  })
  return { cert, key: String(key) }
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
