import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { parsePort } from '#rules/ports.ts'
import { networksIn, parsePlace } from '#rules/webSocket.ts'
import type { Problems } from '#ui/draft.ts'

/** Of Trojan on a machine of ours, as it is being typed. */
export type TrojanDraft = {
  /** Its port, the site behind, and the certificate; empty as it was. */
  tjPort: string
  site: string
  cert: string
  certKey: string
  /** Whether the console orders it of an authority. */
  ordersCert: boolean
  /** How customers come by WebSocket; empty is not at all. */
  wsWay: '' | Schema<'WebSocketWay'>
  /** What is spoken inside. */
  wsInside: Schema<'WebSocketInside'>
  /** Its secret path; empty for a new one. */
  wsPath: string
  /** What links name in place of the server, as of a CDN, and the name in TLS; empty for its own. */
  wsAddress: string
  wsName: string
  /** Networks of proxies that are believed whom they speak for. */
  wsTrusted: string
}

/** The site that is this console itself, on its own machine. */
export const CONSOLE = 'console'

const SITE = /^https?:\/\/(\[[\da-f:.]+\]|[^\s/:@?#[\]]+)(:\d{1,5})?\/?$/i
const PATH = /^\/[\w-]{16,100}$/

/** The fields of a WebSocket, from what a server has. */
export function webSocketDraftOf(webSocket: Schema<'Server'>['webSocket']) {
  const { way = '' as const, path = '', address, name, trusted = '' } = webSocket ?? {}
  const wsInside = webSocket?.inside ?? 'trojan'
  const names = { wsAddress: address ?? '', wsName: name ?? '' }
  return { wsWay: way, wsInside, wsPath: path, ...names, wsTrusted: trusted }
}

/** What keeps a draft from being Trojan on a machine of ours; a new one needs a certificate. */
export function trojanProblems(draft: TrojanDraft & { nodeId: string }, isNew: boolean) {
  const { tjPort, site, cert, certKey, wsWay, ordersCert } = draft
  const problems: Problems<TrojanDraft> = wsWay === '' ? {} : webSocketProblems(draft)
  if (parsePort(tjPort) === undefined) problems.tjPort = msg`Enter a port from 1 to 65535.`
  const isConsole = site === CONSOLE && draft.nodeId === ''
  if (!isConsole && !SITE.test(site.trim()))
    problems.site = msg`Enter an address such as http://127.0.0.1:8080, without a path.`
  // What is in front has one, or the console orders it.
  if (wsWay === 'proxied' || ordersCert) return problems
  if ((isNew || cert.trim() !== '') && !cert.includes('-----BEGIN CERTIFICATE-----'))
    problems.cert = msg`Enter a certificate in PEM: it begins with -----BEGIN CERTIFICATE-----.`
  if ((cert.trim() !== '' || certKey.trim() !== '') && !certKey.includes('PRIVATE KEY-----'))
    problems.certKey = msg`Enter the private key of the certificate, in PEM.`
  if (cert.trim() === '' && certKey.trim() !== '')
    problems.cert = msg`Enter the certificate of this key.`
  return problems
}

function webSocketProblems({ wsPath, wsAddress, wsName, wsTrusted }: TrojanDraft) {
  const problems: Problems<TrojanDraft> = {}
  if (wsPath.trim() !== '' && !PATH.test(wsPath.trim()))
    problems.wsPath = msg`Enter a slash and 16 to 100 letters, digits, hyphens or underscores.`
  if (wsAddress.trim() !== '' && !parsePlace(wsAddress))
    problems.wsAddress = msg`Enter a host name or an IP address, with :port behind it where that is not 443.`
  if (/[\s/:@,|"?#]/.test(wsName.trim())) problems.wsName = msg`Enter only a host name.`
  if (networksIn(wsTrusted).wrong !== undefined)
    problems.wsTrusted = msg`Enter IP addresses or networks such as 192.0.2.0/24, a line each.`
  return problems
}

/** Where Trojan on a machine of ours listens, and what it shows. A certificate left out stays. */
export function trojanOf(
  draft: TrojanDraft,
  server?: Pick<Schema<'Server'>, 'webSocket' | 'certificateOrder'>,
): Pick<
  Schema<'NewServer'>,
  'tjPort' | 'site' | 'certificate' | 'ordersCertificate' | 'webSocket'
> {
  const { tjPort, site, cert, certKey, wsWay, ordersCert } = draft
  const isSent = cert.trim() !== '' && wsWay !== 'proxied' && !ordersCert
  return {
    tjPort: Number(tjPort),
    site: site.trim().replace(/\/$/, ''),
    ...(isSent && { certificate: { cert: cert.trim(), key: certKey.trim() } }),
    // A server that does not have them would refuse them.
    ...((ordersCert || server?.certificateOrder) && { ordersCertificate: ordersCert }),
    ...((wsWay !== '' || server?.webSocket) && { webSocket: webSocketOf(draft, server) }),
  }
}

function webSocketOf(
  { wsWay, wsInside, wsPath, wsAddress, wsName, wsTrusted }: TrojanDraft,
  server?: Pick<Schema<'Server'>, 'webSocket'>,
) {
  if (wsWay === '') return null
  const isKnown = wsInside !== 'trojan' || server?.webSocket?.inside !== undefined
  return {
    way: wsWay,
    // The same of what is inside.
    ...(isKnown && { inside: wsInside }),
    path: wsPath.trim() || null,
    address: wsAddress.trim() || null,
    name: wsName.trim() || null,
    trusted: wsTrusted.trim(),
  }
}
