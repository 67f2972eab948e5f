import type { Schema } from '#contract'
import { CLIENT_APPS, importLink } from '#rules/clientApps.ts'
import { appLink, type SubscriptionType } from '#rules/links.ts'

/** An app, and the address that opens it to import the subscription. */
export type Import = {
  app: string
  href: string
  /** Whether the app runs on the device that asks, as far as that tells. */
  isForHere: boolean
}

const APPLE = /iPhone|iPad|iPod|Macintosh/
const NOT_APPLE = /Android|OpenHarmony|Windows|Linux|CrOS/
const ANDROID = /Android|OpenHarmony/
const ALL = /^/

/**
 * The address that opens each app with a subscription, the most used first; `linkOf` is the link in
 * a format, and `userAgent` what the browser calls itself. iPads call themselves Macs.
 */
export function importsOf(
  linkOf: (type: Schema<'SubscriptionType'>) => string,
  title: string,
  userAgent: string,
): Import[] {
  // A lone surrogate cannot be written in an address.
  const name = title.toWellFormed()
  const recommended = (id: string) => {
    const app = CLIENT_APPS.find((one) => one.id === id)
    return app && importLink(app, linkOf(app.type), name)
  }
  const opening = (type: SubscriptionType) => appLink(type, linkOf(type), name)
  const known = [
    ['Shadowrocket', opening('shadowrocket'), APPLE],
    ['Clash (Mihomo)', opening('mihomo'), /Macintosh|Android|OpenHarmony|Windows|Linux|CrOS/],
    ['sing-box', opening('singbox'), ALL],
    ['Hiddify', recommended('hiddify'), ALL],
    ['v2rayNG', recommended('v2rayng'), ANDROID],
    ['Stash', recommended('stash'), APPLE],
    ['Surge', opening('surge'), APPLE],
    ['Loon', opening('loon'), APPLE],
    ['Quantumult X', opening('quantumultx'), APPLE],
    ['Outline', opening('outline'), ALL],
  ] as const
  const isKnown = APPLE.test(userAgent) || NOT_APPLE.test(userAgent)
  return known.flatMap(([app, href, on]) =>
    href ? [{ app, href, isForHere: !isKnown || on.test(userAgent) }] : [],
  )
}
