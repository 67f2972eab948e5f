import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { Schema } from '#contract'
import { namesOf } from './names.ts'
import type { ServerRow } from './store.ts'
import { isOwnTrojan } from './trojan.ts'
import { webSocketIn } from './webSocket.ts'

/** How an order of a certificate failed. */
export type CertificateTry = {
  /** How many have failed in a row. */
  failures: number
  /** When the next one is, ms. */
  next: number
  problem: Schema<'CertificateProblem'>
  /** What the authority, or the program that asked it, said; English. */
  said: string
}

/** What an authority is to be answered for a server, and whether its machine does. */
export type Challenge = {
  port: number
  answers: [token: string, answer: string][]
  /** Null until the machine was asked; `answering`, or why it does not. */
  state: string | null
}

type Row = Pick<ServerRow, 'type' | 'plane' | 'ordersCertificate' | 'webSocket'>

/** What was stored of a failure. */
export const tryIn = ({ certificateTry }: Pick<ServerRow, 'certificateTry'>) =>
  certificateTry === null ? undefined : (JSON.parse(certificateTry) as CertificateTry)

/** What an authority is to be answered. */
export const challengeIn = ({ challenge }: Pick<ServerRow, 'challenge'>) =>
  challenge === null ? undefined : (JSON.parse(challenge) as Challenge)

/** Whether the certificate of a server is ordered by the console; a proxy in front has its own. */
export const isOrdered = (row: Row): boolean =>
  row.ordersCertificate === 1 && isOwnTrojan(row) && webSocketIn(row.webSocket)?.way !== 'proxied'

/**
 * The names that the certificate of a server is to be for: the one that apps send in TLS, or else each
 * that customers are given. Addresses are none that authorities certify for long.
 */
export const certifiedNames = (row: Pick<ServerRow, 'host' | 'spares' | 'sni'>): string[] =>
  (row.sni ? [row.sni] : namesOf(row)).filter((name) => isIP(name) === 0)

/** The share of a certificate's life after which it should have been renewed. */
const WARN_AT = 3 / 4
/** How long before its end one that somebody entered should be replaced, ms. */
const SOON_MS = 14 * 86_400_000

/** Whether the certificate of a server is about to end, though it should have been replaced by now. */
export function endsSoon(row: Row & Pick<ServerRow, 'certificate'>, now: number): boolean {
  if (row.certificate === null || !isOwnTrojan(row)) return false
  if (webSocketIn(row.webSocket)?.way === 'proxied') return false
  const { validFrom, validTo } = new X509Certificate(row.certificate)
  const [from, until] = [Date.parse(validFrom), Date.parse(validTo)]
  const warnAt = from + (until - from) * WARN_AT
  return now >= (isOrdered(row) ? warnAt : Math.max(warnAt, until - SOON_MS))
}

/** What an admin sees of the order of a certificate; null where somebody enters it. */
export function orderView(
  row: Row & Pick<ServerRow, 'certificateTry'>,
): Schema<'CertificateOrder'> {
  if (!isOrdered(row)) return null
  const { problem = null, said = '', next = null } = tryIn(row) ?? {}
  return { problem, said, next }
}

/** What of a server a form replaces: not what the console does by itself meanwhile. */
export function formOf(row: ServerRow): Partial<ServerRow> {
  const { challenge: _, certificateTry: __, ...form } = row
  if (!isOrdered(row)) return form
  const { certificate: ___, certificateKey: ____, ...rest } = form
  return rest
}
