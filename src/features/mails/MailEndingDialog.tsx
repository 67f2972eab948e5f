import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Problem } from '#ui/Problem.tsx'
import { endingRefusals } from './messages.ts'
import { mailEndingAccounts } from './operations.ts'

type Props = { count: number; onClose: () => void }

/** Mails the owners of accounts that end within a day, and says who had been mailed before. */
export default function MailEndingDialog({ count, onClose }: Props) {
  const { t, i18n } = useLingui()
  const mail = useMutation(mailEndingAccounts)
  const { data } = mail
  const [mailed, before] = [data?.mailed ?? 0, data?.before ?? 0]
  return (
    <ConfirmDialog
      title={t`${plural(count, { one: 'Mail the owner of # account?', other: 'Mail the owners of # accounts?' })}`}
      action={data ? t`Close` : t`Mail them`}
      pending={mail.isPending}
      problem={mail.error && i18n._(explain(mail.error, endingRefusals))}
      onConfirm={() => (data ? onClose() : mail.mutate())}
      onClose={onClose}
    >
      <p>
        <Trans>
          Each gets the warning that the account expires, with the link that renews it. Accounts
          without an owner are left out, and nobody is mailed twice about the same end.
        </Trans>
      </p>
      {data && (
        <Problem intent={mailed > 0 ? 'success' : 'info'}>
          {mailed > 0
            ? t`${plural(mailed, { one: '# email is on its way.', other: '# emails are on their way.' })}`
            : t`No email was sent.`}{' '}
          {before > 0 &&
            t`${plural(before, { one: '# owner had been mailed before.', other: '# owners had been mailed before.' })}`}
        </Problem>
      )}
    </ConfirmDialog>
  )
}
