import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { formatFlow } from '#rules/flow.ts'
import { dateFormat, numberFormat } from '#rules/formats.ts'

/** The days that the lines of customers, people online and traffic show, for who cannot see them. */
export function DaysTable({ days }: { days: readonly Schema<'ShopDay'>[] }) {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  // A day is the same in every zone once it has its name.
  const date = dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const number = numberFormat(locale, {})
  const said = (value: number | null, text: (known: number) => string) =>
    value === null ? t`Not known` : text(value)
  return (
    <table aria-label={t`Customers, people online and traffic, last 30 days`}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Day</Trans>
          </th>
          <th scope="col">
            <Trans>New customers</Trans>
          </th>
          <th scope="col">
            <Trans>Most online at a time</Trans>
          </th>
          <th scope="col">
            <Trans>Traffic</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.date}>
            <th scope="row">{date.format(new Date(day.date))}</th>
            <td>{said(day.customers, number.format)}</td>
            <td>{said(day.online, number.format)}</td>
            <td>{said(day.bytes, (bytes) => formatFlow(bytes, locale))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
