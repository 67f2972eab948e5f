import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { numberFormat } from '#rules/formats.ts'
import { currencyStyle } from '#rules/money.ts'

/** What was paid in each currency; they are never added together. */
export function PaidSums({ paid }: { paid: readonly Schema<'PaidSum'>[] }) {
  const { i18n } = useLingui()
  if (paid.length === 0) return <>–</>
  return <>{paid.map((sum) => sumText(sum, i18n.locale)).join('\n')}</>
}

/** One such sum in the words of a language. */
export function sumText({ amount, currency }: Schema<'PaidSum'>, locale: string): string {
  return numberFormat(locale, currencyStyle(currency, locale)).format(amount / 100)
}
