import type { Schema } from '#contract'

/** A version: major and minor number. */
export type Version = readonly [major: number, minor: number]

/** The program that requests a subscription, as far as its `User-Agent` says. */
export type Program = {
  /** The format it reads; undefined where it is unknown. */
  type: Schema<'SubscriptionType'> | undefined
  /** Of the sing-box in it, where it names one. */
  singbox: Version | undefined
}

/**
 * Which format programs with these names read; the first match counts, since many name others for
 * compatibility.
 */
const READERS: readonly (readonly [RegExp, Schema<'SubscriptionType'>])[] = [
  // It says "like ClashMeta v2ray sing-box", and its sing-box is an older one; links it reads in
  // any version.
  [/hiddify/i, 'shadowrocket'],
  [/prefer clashmeta format/i, 'mihomo'],
  [/sing-?box|^SF[AIMTW]\b/i, 'singbox'],
  // It names Clash behind itself, and reads what that reads.
  [/^stash\b/i, 'clash'],
  [/mihomo|clash[ ._-]?meta|clashx meta|clash-?verge|clash-nyanpasu|flclash/i, 'mihomo'],
  [/clash/i, 'clash'],
  [/shadowrocket|v2rayng?\b/i, 'shadowrocket'],
  [/^surge\b/i, 'surge'],
  [/^quantumult(%20| )x\b/i, 'quantumultx'],
  [/^loon\b/i, 'loon'],
  [/^outline\b/i, 'outline'],
]

/** The program a `User-Agent` names. */
export function programOf(userAgent: string): Program {
  const type = READERS.find(([name]) => name.test(userAgent))?.[1]
  return { type, singbox: type === 'singbox' ? singboxIn(userAgent) : undefined }
}

/** Whether a person opens the link: some apps call themselves Mozilla, none requests a page. */
export const isBrowser = (userAgent: string, accept: string) =>
  /^mozilla\//i.test(userAgent) && /^\s*text\/html\b/i.test(accept)

/** The apps have version numbers of their own, and name the sing-box in them after it. */
function singboxIn(userAgent: string): Version | undefined {
  const [, major, minor] =
    /sing-?box[ /]v?(\d{1,4})\.(\d{1,4})/i.exec(userAgent) ??
    /^SF[AIMTW]\/(\d{1,4})\.(\d{1,4})/i.exec(userAgent) ??
    []
  return major && minor ? [Number(major), Number(minor)] : undefined
}
