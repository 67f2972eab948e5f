import { useLingui } from '@lingui/react/macro'
import { formatFlow } from '#rules/flow.ts'
import { lengthText, listText, numberFormat } from '#rules/formats.ts'
import { exactText } from '#ui/moments.ts'
import { fieldOf, RIGHTS } from './fields.ts'

/** What is written where a field is empty. */
export const NOTHING = '—'

/** A stored value as the screens show it: a moment, an amount, on or off, else as it is. */
export function useValueText(
  period: (type: number) => string | undefined,
): (name: string, value: unknown) => string {
  const { t, i18n } = useLingui()
  const { locale } = i18n

  return (name, value) => {
    const kind = fieldOf(name)?.kind ?? 'text'
    if (kind === 'servers') return serverText(value)
    if (value === undefined || value === null || value === '') return NOTHING
    const right = kind === 'rights' && RIGHTS[String(value)]
    if (right) return i18n._(right)
    if (typeof value === 'number') return numberText(kind, value)
    if (typeof value === 'boolean') return value ? t`On` : t`Off`
    if (Array.isArray(value)) return listText(value.map(plainText), locale)
    return plainText(value)
  }

  function numberText(kind: string, value: number): string {
    switch (kind) {
      case 'moment':
        return exactText(value, locale)
      case 'length':
        return lengthText(value, locale)
      case 'bytes':
        return value === 0 ? t`No limit` : formatFlow(value, locale)
      case 'cents':
        return value === 0 ? NOTHING : numberFormat(locale, TWO_DIGITS).format(value / 100)
      case 'flag':
        return value === 0 ? t`Off` : t`On`
      case 'period':
        return period(value) ?? String(value)
      default:
        return String(value)
    }
  }

  /** Ids are stored as JSON text; none stored is all of them. */
  function serverText(value: unknown): string {
    if (typeof value !== 'string') return t`All servers`
    const ids: unknown = JSON.parse(value)
    return Array.isArray(ids) && ids.length > 0
      ? listText(
          ids.map((id) => `#${id}`),
          locale,
        )
      : NOTHING
  }
}

const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

const plainText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
