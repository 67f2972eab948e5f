import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { Schema } from '#contract'
import type { Config } from '../../base/config.ts'
import { isLoopback } from '../../network/client.ts'
import { Refusal } from '../../base/refusal.ts'
import { hostOf, portOf } from '../../base/url.ts'
import type { Database } from '../../database/database.ts'
import { seal } from '../../database/sealed.ts'
import type { SiteOrder } from '../../engine/plane.ts'
import { sparesOf } from './names.ts'
import type { ServerRow } from './store.ts'
import { opened, secretOf } from './tunnels.ts'
import { insidePathOf, webSocketIn, webSocketTerms } from './webSocket.ts'

type Kind = Pick<ServerRow, 'type' | 'plane'>
type Named = {
  sni?: string | null
  host: string
  spares?: string | null
  site?: string | null
  webSocket?: string | null
  ordersCertificate?: number
}
type Pair = { cert: string; key: string }

/** Where Trojan listens unless something else is there: as web sites do. */
export const TROJAN_PORT = 443

/** Whether a server is Trojan on a machine of ours, which then has its certificate. */
export const isOwnTrojan = ({ type, plane }: Kind): boolean =>
  type === 'Trojan' && plane !== 'manager'

/** The site that is this console itself, on its own machine. */
const CONSOLE = 'console'

/** Where the console takes visitors of a site that it is itself, and what they are told by. */
export type Door = { path: string; secret: string }

/** What keeps an address from being that of a web site; only where it is, is passed on. */
export function siteOf(text: string): SiteOrder['site'] | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const isOnlyPlace = url.href === `${url.origin}/` && !text.includes('@')
  return isOnlyPlace
    ? { host: hostOf(url), port: portOf(url), isTls: url.protocol === 'https:' }
    : undefined
}

/** What a server of ours needs to be Trojan, from what was sent; refuses with 400 what cannot be. */
export function trojanTerms(
  sent: Pick<Schema<'NewServer'>, 'tjPort' | 'site' | 'webSocket' | 'ordersCertificate'>,
  plane: ServerRow['plane'],
  before: ServerRow | undefined,
) {
  const address = sent.site ?? before?.site ?? ''
  const isHere = address === CONSOLE && plane === 'embedded'
  if (!isHere && !siteOf(address))
    throw new Refusal(
      400,
      'body/site must be the address of a web site, such as http://127.0.0.1:8080',
    )
  return {
    tjPort: sent.tjPort ?? before?.tjPort ?? TROJAN_PORT,
    site: address,
    // Another try at once: what was in the way may be what was changed.
    ordersCertificate: ordersOf(sent, before),
    certificateTry: null,
    webSocket: webSocketTerms(sent.webSocket, before),
  }
}

/** Left out it stays: older consoles do not know it. */
const ordersOf = (
  { ordersCertificate }: Pick<Schema<'NewServer'>, 'ordersCertificate'>,
  before: ServerRow | undefined,
): 0 | 1 => ((ordersCertificate ?? before?.ordersCertificate === 1) ? 1 : 0)

/** The name that clients expect in the certificate. */
const nameOf = ({ sni, host }: Named) => sni || (host.split(':').at(-1) ?? host)

/**
 * The certificate of a Trojan server of ours as it is stored: what was sent, or what it had. Refuses one
 * that clients would not take; where a proxy has TLS, they see that one's.
 */
export async function certified<Sent extends Kind & Named>(
  { db, config }: { db: Database; config: Pick<Config, 'port'> },
  server: Sent,
  sent: Pick<Schema<'NewServer'>, 'certificate'>,
  before?: ServerRow,
): Promise<Sent & Pick<ServerRow, 'certificate' | 'certificateKey'>> {
  if (!isOwnTrojan(server)) return { ...server, certificate: null, certificateKey: null }
  refuseConsole(siteOf(server.site ?? ''), config)
  if (server.ordersCertificate === 1) {
    const { certificate = null, certificateKey = null } = before ?? {}
    return { ...server, certificate, certificateKey }
  }
  if (!sent.certificate) {
    const { certificate = null, certificateKey = null } = before ?? {}
    if (webSocketIn(server.webSocket)?.way === 'proxied')
      return { ...server, certificate, certificateKey }
    if (certificate === null || certificateKey === null)
      throw new Refusal(400, 'body/certificate is needed for a Trojan server of ours')
    checkName(new X509Certificate(certificate), server)
    return { ...server, certificate, certificateKey }
  }
  const { cert, key } = checkedPair(sent.certificate, server)
  return { ...server, certificate: cert, certificateKey: seal(key, await secretOf(db)) }
}

/**
 * The console believes a proxy on this machine who its visitors are, and what is passed on byte for byte
 * says so itself: anybody could be anybody.
 */
function refuseConsole(site: SiteOrder['site'] | undefined, { port }: Pick<Config, 'port'>): void {
  if (site?.port === port && (site.host === 'localhost' || isLoopback(site.host)))
    throw new Refusal(403, 'site is console')
}

function checkedPair(pair: Pair, server: Named): Pair {
  const leaf = readable(() => new X509Certificate(pair.cert))
  const key = readable(() => createPrivateKey(pair.key))
  if (!leaf.checkPrivateKey(key)) throw new Refusal(403, 'key of another')
  if (Date.parse(leaf.validTo) <= Date.now()) throw new Refusal(403, 'certificate ended')
  checkName(leaf, server)
  return { cert: pair.cert.trim(), key: pair.key.trim() }
}

function readable<Result>(read: () => Result): Result {
  try {
    return read()
  } catch {
    throw new Refusal(403, 'certificate unreadable')
  }
}

/** Apps that are not told a name for TLS expect each of the server's own. */
function checkName(leaf: X509Certificate, server: Named): void {
  const spares = server.sni ? [] : sparesOf({ spares: server.spares ?? null })
  for (const name of [nameOf(server), ...spares])
    if (!(isIP(name) ? leaf.checkIP(name) : leaf.checkHost(name)))
      throw new Refusal(403, 'name not in certificate')
}

/** What an admin sees of the certificate of a server. */
export function certificateView({
  certificate,
}: Pick<ServerRow, 'certificate'>): Schema<'Server'>['certificate'] {
  if (certificate === null) return null
  const leaf = new X509Certificate(certificate)
  return { names: leaf.subjectAltName ?? leaf.subject, until: Date.parse(leaf.validTo) }
}

/** An engine that knows no door reaches nothing there. */
const consoleBy = ({ path, secret }: Door): SiteOrder['site'] => ({
  host: '127.0.0.1',
  port: 0,
  isTls: false,
  door: { path, secret },
})

/** What the machine of a server is to answer a certificate authority; undefined where none asks. */
export function challengeOrderOf(row: Pick<ServerRow, 'id' | 'challenge'>): SiteOrder | undefined {
  const { port, answers } = (row.challenge === null ? undefined : JSON.parse(row.challenge)) ?? {}
  const nowhere = { host: '127.0.0.1', port: 0, isTls: false }
  return answers && { serverId: row.id, port, site: nowhere, answers }
}

/** What the engine is to show on the port of a server; undefined while it lacks something. */
export async function siteOrderOf(
  db: Database,
  row: ServerRow,
  door?: Door,
): Promise<SiteOrder | undefined> {
  const { id: serverId, tjPort: port, certificate: cert, certificateKey: key } = row
  const site = row.site === CONSOLE ? door && consoleBy(door) : siteOf(row.site ?? '')
  if (port === null || !site) return undefined
  const terms = webSocketIn(row.webSocket)
  const isInside = insidePathOf(row) !== undefined && row.privateKey !== null
  const secret = isInside && { secret: await opened(db, row.privateKey ?? '') }
  const webSocket = terms && { path: terms.path, trusted: terms.trusted, ...secret }
  const order = { serverId, port, site, ...(webSocket && { webSocket }) }
  if (terms?.way === 'proxied') return order
  return cert === null || key === null ? undefined : { ...order, cert, key: await opened(db, key) }
}
