import { appLink, type SubscriptionType } from './links.ts'

/** What a client app runs on: iPhones and iPads are `apple`. */
export const SYSTEMS = ['apple', 'android', 'windows', 'mac', 'linux', 'router'] as const

/** One of them. */
export type System = (typeof SYSTEMS)[number]

/** An app that imports a subscription. */
export type ClientApp = {
  id: string
  name: string
  /** The format it reads. */
  type: SubscriptionType
  /** Whether it costs something in its app store. */
  paid?: boolean
  /** Where to download it, by system; links set by the operator take precedence. */
  from: Partial<Record<System, string>>
}

const GITHUB = 'https://github.com'
const HIDDIFY = `${GITHUB}/hiddify/hiddify-app/releases/latest`
const VERGE = `${GITHUB}/clash-verge-rev/clash-verge-rev/releases/latest`
const V2RAYN = `${GITHUB}/2dust/v2rayN/releases/latest`
const SINGBOX = `${GITHUB}/SagerNet/sing-box/releases/latest`
const SHADOWROCKET = 'https://apps.apple.com/app/shadowrocket/id932747118'

/** The apps we recommend, on each system the easiest first. Names are the same in every language. */
export const CLIENT_APPS: readonly ClientApp[] = [
  {
    id: 'shadowrocket',
    name: 'Shadowrocket',
    type: 'shadowrocket',
    paid: true,
    from: { apple: SHADOWROCKET },
  },
  {
    id: 'clash-meta',
    name: 'Clash Meta',
    type: 'mihomo',
    from: { android: `${GITHUB}/MetaCubeX/ClashMetaForAndroid/releases/latest` },
  },
  {
    id: 'clash-verge',
    name: 'Clash Verge Rev',
    type: 'mihomo',
    from: { windows: VERGE, mac: VERGE, linux: VERGE },
  },
  {
    id: 'hiddify',
    name: 'Hiddify',
    type: 'shadowrocket',
    from: {
      apple: 'https://apps.apple.com/app/hiddify-proxy-vpn/id6596777532',
      android: HIDDIFY,
      windows: HIDDIFY,
      mac: HIDDIFY,
      linux: HIDDIFY,
    },
  },
  {
    id: 'stash',
    name: 'Stash',
    type: 'clash',
    paid: true,
    from: { apple: 'https://apps.apple.com/app/stash-rule-based-proxy/id1596063349' },
  },
  {
    id: 'sing-box',
    name: 'sing-box',
    type: 'singbox',
    from: { android: SINGBOX, windows: SINGBOX, mac: SINGBOX, linux: SINGBOX },
  },
  {
    id: 'v2rayng',
    name: 'v2rayNG',
    type: 'shadowrocket',
    from: { android: `${GITHUB}/2dust/v2rayNG/releases/latest` },
  },
  {
    id: 'v2rayn-desktop',
    name: 'v2rayN',
    type: 'shadowrocket',
    from: { windows: V2RAYN, mac: V2RAYN, linux: V2RAYN },
  },
  {
    id: 'openclash',
    name: 'OpenClash (OpenWrt)',
    type: 'mihomo',
    from: { router: `${GITHUB}/vernesong/OpenClash/releases/latest` },
  },
]

/** A mirror as an operator names it: `apk.example.com/clash.apk` for an app on a system. */
export type Mirror = { app: string; system: System; url: string }

/** The apps for a system, those first that are easiest. */
export const appsFor = (system: System): ClientApp[] =>
  CLIENT_APPS.filter(({ from }) => from[system] !== undefined)

/** Where to download an app for a system: the operator's mirror, else its official page. */
export function downloadOf(
  { id, from }: ClientApp,
  system: System,
  mirrors: readonly Mirror[] = [],
): string | undefined {
  const mirror = mirrors.find((one) => one.app === id && one.system === system)
  return mirror?.url ?? from[system]
}

/** The link that opens an app to import a subscription; undefined for apps without one. */
export function importLink({ id, type }: ClientApp, link: string, name: string) {
  // A lone surrogate cannot be written in an address.
  const title = encodeURIComponent(name.toWellFormed())
  if (id === 'openclash' || id === 'v2rayn-desktop') return undefined
  // It decodes the address twice, which ours stand, and takes none over plain HTTP.
  if (id === 'v2rayng')
    return link.startsWith('https:')
      ? `v2rayng://install-sub?url=${encodeURIComponent(link)}#${title}`
      : undefined
  if (id === 'hiddify') return `hiddify://import/${link}#${title}`
  if (id === 'stash') return `stash://install-config?url=${encodeURIComponent(link)}&name=${title}`
  return appLink(type, link, name.toWellFormed())
}
