import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'

/** What a choice of servers reads like; those that are gone are named by number. */
export function useServerNames(servers: readonly Schema<'Server'>[] = []) {
  const { t } = useLingui()
  return (ids: readonly number[] | null) =>
    ids === null
      ? t`All servers`
      : ids.map((id) => servers.find((one) => one.id === id)?.name ?? `#${id}`).join(', ')
}
