import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { moneyText } from '#rules/money.ts'

type Props = {
  title: string
  days: Schema<'Income'>['days']
  currency: string
  locale: string
  nameOf: (day: number) => string
}

/** The income of each day as a table, for people who cannot read the bars. */
export function IncomeTable({ title, days, currency, locale, nameOf }: Props) {
  return (
    <table aria-label={title}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Day</Trans>
          </th>
          <th scope="col">
            <Trans>Income</Trans>
          </th>
          <th scope="col">
            <Trans>30 days earlier</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, cents, before }, at) => (
          <tr key={date}>
            <th scope="row">{nameOf(at)}</th>
            <td>{moneyText(cents, currency, locale)}</td>
            <td>{moneyText(before, currency, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
