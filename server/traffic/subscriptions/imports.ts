import type { Schema } from '#contract'
import { CLIENT_APPS, importLink } from '#rules/clientApps.ts'
import { appLink, type SubscriptionType } from '#rules/links.ts'

/** An app, and the address that opens it to import the subscription. */
export type Import = { app: string; href: string }

/**
 * The address that opens each app with a subscription, the most used first; `linkOf` is the link in
 * a format.
 */
export function importsOf(
  linkOf: (type: Schema<'SubscriptionType'>) => string,
  title: string,
): Import[] {
  // A lone surrogate cannot be written in an address.
  const name = title.toWellFormed()
  const recommended = (id: string) => {
    const app = CLIENT_APPS.find((one) => one.id === id)
    return app && importLink(app, linkOf(app.type), name)
  }
  const opening = (type: SubscriptionType) => appLink(type, linkOf(type), name)
  const known = [
    ['Shadowrocket', opening('shadowrocket')],
    ['Clash (Mihomo)', opening('mihomo')],
    ['sing-box', opening('singbox')],
    ['Hiddify', recommended('hiddify')],
    ['v2rayNG', recommended('v2rayng')],
    ['Stash', recommended('stash')],
    ['Surge', opening('surge')],
    ['Loon', opening('loon')],
    ['Quantumult X', opening('quantumultx')],
    ['Outline', opening('outline')],
  ] as const
  return known.flatMap(([app, href]) => (href ? [{ app, href }] : []))
}
