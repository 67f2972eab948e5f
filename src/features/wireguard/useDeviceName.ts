import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'

/** Tells what a device is called; the account's own key has no name of its own. */
export function useDeviceName() {
  const { t } = useLingui()
  return ({
    id,
    name,
    shared,
  }: Pick<Schema<'WireGuardDevice'>, 'id' | 'name' | 'shared'>): string =>
    id !== 0 ? name : shared ? t`Other apps` : t`First device`
}
