import { useLingui } from '@lingui/react/macro'
import type { Choice } from '#ui/SelectField.tsx'

/** Who reads an article, by its position; an unknown position is shown by its name. */
export function usePositions(current?: string): Choice[] {
  const { t } = useLingui()
  const known = [
    { value: 'help', label: t`Users, under Help` },
    { value: 'public', label: t`Everyone, even logged out` },
    { value: 'draft', label: t`Only admins (draft)` },
  ]
  if (current === undefined || known.some(({ value }) => value === current)) return known
  return [...known, { value: current, label: t`Only admins (${current})` }]
}
