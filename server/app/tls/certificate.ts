import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

/** A certificate with its chain, and its private key, as PEM. */
export type Pair = { cert: string; key: string }

/** A pair that fits together, with its life and who issued it. */
export type Certificate = Pair & Life & { issuer: string }

/** From when until when it is valid, ms since 1970. */
type Life = { from: number; until: number }

/** Reads a pair. Throws a sentence where it cannot be served to browsers that open `host`. */
export function readPair({ cert, key }: Pair, host: string): Certificate {
  const leaf = new X509Certificate(cert)
  if (!leaf.checkPrivateKey(createPrivateKey(key)))
    throw new Error('The private key is not the one of the certificate.')
  // Wildcards and names are compared as browsers do, RFC 9525.
  if (!(isIP(host) ? leaf.checkIP(host) : leaf.checkHost(host)))
    throw new Error(`The certificate is for ${leaf.subjectAltName ?? 'no name'}, not for ${host}.`)
  const life = { from: Date.parse(leaf.validFrom), until: Date.parse(leaf.validTo) }
  return { cert, key, ...life, issuer: issuerOf(leaf) }
}

/** Who issued a certificate: the organisation and its name, as far as it says them. */
function issuerOf({ issuer }: X509Certificate): string {
  const partOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(issuer)?.[1] ?? ''
  return [partOf('O'), partOf('CN')].filter(Boolean).join(', ')
}

/** The share of a certificate's life that is over when it is renewed; RFC 9773 gives it as an example. */
const RENEW_AT = 2 / 3
/** The share of its life that is over when the operator has to look. */
const WARN_AT = 3 / 4

/**
 * When to renew a certificate, ms since 1970. `chance` from 0 to 1 spreads the renewals of many
 * consoles that began at the same moment: up to a thirtieth of the life earlier.
 */
export const renewalTime = ({ from, until }: Life, chance: number): number =>
  from + (until - from) * (RENEW_AT - chance / 30)

/** Whether a certificate's life is as good as over. */
export const isExpiring = ({ from, until }: Life, now: number): boolean =>
  now >= from + (until - from) * WARN_AT

/** Pause after so many failures in a row, ms: Let's Encrypt allows five in an hour. */
const FIRST_PAUSE_MS = 120_000
const MAX_PAUSE_MS = 6 * 3_600_000

/** How long to wait after the nth failure in a row, ms; `chance` from 0 to 1 adds up to a quarter. */
export const pauseAfter = (failures: number, chance: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (1 + chance / 4)

/** Whether a certificate is one of Let's Encrypt's test authority, which no browser trusts. */
export const isOfStaging = (cert: string): boolean =>
  new X509Certificate(cert).issuer.includes('(STAGING)')
