import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { KIND_WORDS, kindOf, STATE_WORDS, stateOf } from './orderState.ts'
import { priceText } from './ways.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

/** An order in words: what it is called, its kind, how it stands, and what it cost or brought. */
export function useOrderWords() {
  const { t, i18n } = useLingui()
  const reward = (time: number) => {
    const days = Math.round(time / DAY)
    const hours = Math.max(1, Math.round(time / HOUR))
    return time >= DAY
      ? t`+ ${plural(days, { one: '# day', other: '# days' })}`
      : t`+ ${plural(hours, { one: '# hour', other: '# hours' })}`
  }
  return (order: Schema<'UserOrder'>) => {
    const kind = kindOf(order)
    const kindWord = kind ? t(KIND_WORDS[kind]) : order.type
    const { amount, refTime, orderName } = order
    const way = kind === 'paypal' ? 'paypal' : 'alipay'
    return {
      name: orderName ?? kindWord,
      kind: kindWord,
      state: t(STATE_WORDS[stateOf(order)]),
      figure:
        amount !== undefined
          ? priceText(Number(amount), way, i18n.locale)
          : refTime !== undefined
            ? reward(refTime)
            : '',
    }
  }
}
