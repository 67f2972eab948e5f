import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'

type Props = { of: Schema<'ImportTable'>['of']; sells: boolean }

/** What a table of a kind has to hold. */
export function ImportWords({ of, sells }: Props) {
  if (of === 'user' && sells)
    return (
      <Trans>
        A CSV file with the email addresses of your customers. Those without a password in it set
        one with “Reset password”.
      </Trans>
    )
  if (of === 'user')
    return (
      <Trans>
        A CSV file with the email addresses of the users. Users without a password in it set one
        with “Reset password”. Groups are found by their names.
      </Trans>
    )
  if (of === 'account' && sells)
    return (
      <Trans>
        A CSV file with the ports of the accounts, the email addresses of their owners and the names
        of their plans. Plans say the rest, and accounts end no later than their plans last.
      </Trans>
    )
  if (of === 'account')
    return (
      <Trans>
        A CSV file with the ports of the accounts. Owners are found by their email addresses, plans
        by their names. Passwords that are missing are generated.
      </Trans>
    )
  return (
    <Trans>
      A CSV file with the names of the plans, such as the one that “Download as a table” saves under
      Plans. Prices are in whole cents. Groups are found by their names, servers by their numbers.
    </Trans>
  )
}
