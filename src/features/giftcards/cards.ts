import type { Schema } from '#contract'

/** The page of a site on which a code is redeemed, filled in. */
export function redeemLink(site: string, code: string): string {
  return `${site.replace(/\/+$/, '')}/user/order?redeem=${encodeURIComponent(code)}`
}

/** The codes of a batch that can be used. */
export function availableCards({ cards }: Schema<'GiftcardBatchDetail'>): Schema<'Giftcard'>[] {
  return cards.filter(({ status }) => status === 'AVAILABLE')
}

/** The codes that can be used as a table: one line `id,code` each, without a heading. Spec 7. */
export function cardTable(batch: Schema<'GiftcardBatchDetail'>): string {
  return availableCards(batch)
    .map(({ id, password }) => `${id},${password}\r\n`)
    .join('')
}
