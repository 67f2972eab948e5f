import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { formatFlow } from '#rules/flow.ts'
import { isFlowPack } from '#rules/plan.ts'
import { formatSpeed } from '#rules/speed.ts'

type Terms = Pick<Schema<'Plan'>, 'baseId' | 'type' | 'cycle' | 'flow' | 'speedDown' | 'speedAfter'>

/**
 * Says how long a plan lasts, how much traffic comes with it, and how fast it is where that has a
 * limit: "3 months · 100 GB a month, then 1 Mbit/s · up to 50 Mbit/s".
 */
export function usePlanWords() {
  const { t, i18n } = useLingui()
  const speedOf = (kbits = 0) => (kbits > 0 ? formatSpeed(kbits, i18n.locale) : undefined)
  return (terms: Terms): string => {
    const words = planWords(terms)
    if (isFlowPack(terms)) return words
    const [down, after] = [speedOf(terms.speedDown), speedOf(terms.speedAfter)]
    const all = after && terms.flow > 0 ? t`${words}, then ${after}` : words
    return down ? t`${all} · up to ${down}` : all
  }

  function planWords({ baseId, type, cycle, flow: bytes }: Terms): string {
    const flow = formatFlow(bytes, i18n.locale)
    if (isFlowPack({ baseId })) return t`${flow} more in this cycle`
    const count = cycle ?? 1
    const weeks = (type === 8 ? 2 : 1) * count
    const months = (type === 6 ? 3 : type === 9 ? 6 : 1) * count
    const inWeeks = t`${plural(weeks, { one: '# week', other: '# weeks' })}`
    const inMonths = t`${plural(months, { one: '# month', other: '# months' })}`
    const lasts =
      {
        2: inWeeks,
        3: inMonths,
        4: t`${plural(count, { one: '# day', other: '# days' })}`,
        5: t`${plural(count, { one: '# hour', other: '# hours' })}`,
        // From here on no new plan has them.
        6: inMonths,
        7: t`${plural(count, { one: '# year', other: '# years' })}`,
        8: inWeeks,
        9: inMonths,
      }[type ?? 0] ?? ''
    if (bytes <= 0) return [lasts, t`no traffic limit`].filter(Boolean).join(' · ')
    if (count === 1) return [lasts, flow].filter(Boolean).join(' · ')
    const each =
      {
        2: t`${flow} a week`,
        3: t`${flow} a month`,
        4: t`${flow} a day`,
        5: t`${flow} an hour`,
      }[type ?? 0] ?? flow
    return [lasts, each].filter(Boolean).join(' · ')
  }
}
