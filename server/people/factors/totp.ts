import { Secret, TOTP } from 'otpauth'

/** Milliseconds one code lasts. RFC 6238. */
const STEP_MS = 30_000
/** Steps a phone's clock may be off, each way. */
const MAX_SKEW_STEPS = 1

/** A new secret for an authenticator app, and the link such apps read from a QR code. */
export function newTotp(issuer: string, label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 })
  return { secret: secret.base32, uri: new TOTP({ issuer, label, secret }).toString() }
}

/** The 30-second step since 1970 a code is of; undefined when it is of none around `now`. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: MAX_SKEW_STEPS })
  return delta === null ? undefined : Math.floor(now / STEP_MS) + delta
}
