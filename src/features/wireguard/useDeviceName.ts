import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'

/** Tells what a device is called; the account's own key has no name of its own. */
export function useDeviceName() {
  const { t } = useLingui()
  return ({ id, name, proxy }: Pick<Schema<'WireGuardDevice'>, 'id' | 'name' | 'proxy'>): string =>
    id !== 0 ? name : proxy ? t`Other apps` : t`First device`
}
