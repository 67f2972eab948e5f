import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { expireOf, isExpired } from '#rules/account.ts'
import { useNow } from '#ui/now.ts'
import { SelectField } from '#ui/SelectField.tsx'
import type { Target } from './useTarget.ts'

/** Which account is paid for, where there is a choice: one of several, or a new one. */
export function TargetField({ target }: { target: Target }) {
  const { t, i18n } = useLingui()
  const now = useNow()
  if (target.choices.length < 2) return null
  const nameOf = (account: Schema<'Account'> | null) => {
    if (account === null) return t`A new account`
    const { port } = account
    const expire = expireOf(account)
    // An account that is not started has no end yet.
    if (expire === null || account.active === 0) return t`Account ${port}`
    const day = i18n.date(new Date(expire), { dateStyle: 'medium' })
    return isExpired(account, now)
      ? t`Account ${port}, expired ${day}`
      : t`Account ${port}, until ${day}`
  }
  return (
    <SelectField
      label={t`For`}
      value={String(target.accountId)}
      choices={target.choices.map((account) => ({
        value: String(account?.id ?? null),
        label: nameOf(account),
      }))}
      onChange={(value) => target.choose(value === 'null' ? null : Number(value))}
    />
  )
}
