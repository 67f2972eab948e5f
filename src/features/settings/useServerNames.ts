import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { listText } from '#rules/formats.ts'

/** What a choice of servers reads like; those that are gone are named by number. */
export function useServerNames(servers: readonly Schema<'Server'>[] = []) {
  const { t, i18n } = useLingui()
  return (ids: readonly number[] | null) =>
    ids === null
      ? t`All servers`
      : listText(
          ids.map((id) => servers.find((one) => one.id === id)?.name ?? `#${id}`),
          i18n.locale,
        )
}
