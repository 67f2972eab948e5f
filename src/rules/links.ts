import { toBase64, toBase64Url } from './base64.ts'
import { lineName } from './lineName.ts'
import { beforePort, hostParts } from './serverHost.ts'

/** What a Shadowsocks client needs; `port` is the account's, the server's `shift` comes on top. */
export type ShadowsocksAccess = {
  method: string
  password: string
  host: string
  port: number
  shift?: number
  /** What clients carry it with, and what that is told, with a semicolon between (SIP002). */
  plugin?: string | undefined
}

/** The formats subscriptions come in: those of Spec 7 that people use most, then the others. */
export const SUBSCRIPTION_TYPES = [
  'shadowrocket',
  'clash',
  'mihomo',
  'singbox',
  'surge',
  'loon',
  'quantumultx',
  'outline',
  'sip008',
  'ssr',
  'ssd',
  'potatso',
] as const

/** The formats of Spec 7: servers older than the other formats answer those with nothing. */
export const OLDER_SUBSCRIPTION_TYPES = ['shadowrocket', 'clash', 'ssr', 'ssd', 'potatso'] as const

/** One of the formats subscriptions come in. */
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number]

/**
 * The link a client scans: all of it in base64. Spec 9.
 *
 * It goes without padding, since some clients skip a padded one.
 */
export function shadowsocksLink(access: ShadowsocksAccess): string {
  const { method, password } = access
  return `ss://${toBase64(`${method}:${password}@${endpointOf(access)}`, { padding: false })}`
}

/**
 * The scanned link where every client reads it whole, else SIP002 without a name. Some read what was
 * in base64 as an address, in which a `/` in the password ends the host and a `%` or a space is
 * invalid; others cut the base64 itself at its `/` or `+`.
 */
export function safeLink(access: ShadowsocksAccess): string {
  const link = shadowsocksLink(access)
  const isPlain = /^[\w.~-]+$/.test(access.password) && !access.host.includes(':')
  return isPlain && !/[/+]/.test(link.slice('ss://'.length)) ? link : sip002Link(access)
}

/** The newer link, SIP002, which can carry any password and the name shown in the client. */
export function sip002Link(access: ShadowsocksAccess, name = ''): string {
  const { method, password, plugin } = access
  const query = plugin === undefined ? '' : `/?plugin=${encodeURIComponent(plugin)}`
  // The ciphers of 2022 have keys in base64 as passwords, and their standard requires them in plain text.
  const user = method.startsWith('2022-')
    ? `${encodeURIComponent(method)}:${encodeURIComponent(password)}`
    : toBase64Url(`${method}:${password}`)
  const fragment = name && `#${encodeURIComponent(name)}`
  return `ss://${user}@${endpointOf(access)}${query}${fragment}`
}

/**
 * The host shown to customers, out of a server's `address:shown1:shown2`; `pick` chooses among `count`.
 *
 * The first part is where the panel connects, shown only if it is alone.
 */
export function shownHost(
  host: string,
  pick = (count: number) => Math.floor(Math.random() * count),
): string {
  const [address = '', ...others] = hostParts(host)
  const shown = others.filter((part) => part !== '')
  return shown[pick(shown.length)] ?? address
}

/** The first of several names, so that what is on screen does not change by itself. */
export const steadyHost = (host: string) => shownHost(host, () => 0)

/**
 * The address from which a customer's client reads the nodes of an account; without a type the
 * server answers each app in the format it reads. Spec 7.
 */
export function subscriptionLink(
  site: string,
  token: string,
  options: {
    type: string | undefined
    ip: boolean
    flow: boolean
    /** A WireGuard device of the account, for its servers alone; 0 is the account's own key. */
    device?: number | undefined
  },
): string {
  const { type, ip, flow, device } = options
  const query = new URLSearchParams({
    ...(type && { type }),
    ip: ip ? '1' : '0',
    flow: flow ? '1' : '0',
    ...(device !== undefined && { device: String(device) }),
  })
  return `${site.replace(/\/+$/, '')}/api/user/account/subscribe/${token}?${query}`
}

/** The sign-up address for an invitation. Spec 2. */
export function referralLink(site: string, code: string): string {
  return `${site.replace(/\/+$/, '')}/home/ref/${encodeURIComponent(code)}`
}

/** The link that opens an app to import a subscription; undefined for apps without one. */
export function appLink(type: SubscriptionType, link: string, name: string): string | undefined {
  const [address, title] = [encodeURIComponent(link), encodeURIComponent(name)]
  if (type === 'shadowrocket')
    return `shadowrocket://add/sub://${toBase64Url(link)}?remark=${title}`
  if (type === 'clash' || type === 'mihomo')
    return `clash://install-config?url=${address}&name=${title}`
  if (type === 'singbox') return `sing-box://import-remote-profile?url=${address}#${title}`
  if (type === 'surge') return `surge:///install-config?url=${address}`
  if (type === 'loon') return `loon://import?nodelist=${address}`
  if (type === 'quantumultx') {
    // A comma would end the name.
    const remote = { server_remote: [`${link}, tag=${lineName(name)}`] }
    const resource = encodeURIComponent(JSON.stringify(remote))
    return `quantumult-x:///add-resource?remote-resource=${resource}`
  }
  // This app fetches over HTTPS only.
  if (type === 'outline' && link.startsWith('https:'))
    return `ssconf:${link.slice('https:'.length)}`
  return undefined
}

/** Where a router reads the settings of a registered device; `mac` is twelve digits. */
export function macConfigLink(site: string, mac: string): string {
  return `${site.replace(/\/+$/, '')}/api/user/account/mac/${mac}`
}

/** The address that logs in the owner of a registered device. Spec 2. */
export function macLoginLink(site: string, mac: string): string {
  return `${site.replace(/\/+$/, '')}/home/login/${mac}`
}

function endpointOf({ host, port, shift = 0 }: ShadowsocksAccess) {
  return `${beforePort(host)}:${port + shift}`
}
