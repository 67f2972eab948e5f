import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { numberFormat } from '#rules/formats.ts'
import { currencyStyle } from '#rules/money.ts'
import { currencyOf, isPaidKind, MAIN_CURRENCY } from '#rules/providers/registry.ts'
import { kindWordOf, STATE_WORDS, stateOf } from './orderState.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** An order in words: its name, its kind, its state, and what it cost, delivered and refunded. */
export function useOrderWords() {
  const { t, i18n } = useLingui()
  const reward = (time: number) => {
    const days = Math.round(time / DAY_MS)
    const hours = Math.max(1, Math.round(time / HOUR_MS))
    return time >= DAY_MS
      ? t`+ ${plural(days, { one: '# day', other: '# days' })}`
      : t`+ ${plural(hours, { one: '# hour', other: '# hours' })}`
  }
  return (order: Schema<'UserOrder'>) => {
    const { kind } = order
    const kindWord = kind ? t(kindWordOf(kind)) : order.type
    const { amount, refTime, orderName, refunded } = order
    const currency = kind && isPaidKind(kind) ? currencyOf(kind) : MAIN_CURRENCY
    const style = currencyStyle(currency, i18n.locale)
    const price = (units: string) => numberFormat(i18n.locale, style).format(Number(units))
    return {
      name: orderName ?? kindWord,
      kind: kindWord,
      state: t(STATE_WORDS[stateOf(order)]),
      figure: amount !== undefined ? price(amount) : refTime !== undefined ? reward(refTime) : '',
      refunded: refunded === undefined ? '' : price(refunded),
    }
  }
}
