import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { mailKinds, mailStates, retryMailRefusals } from './messages.ts'
import { retryMail } from './operations.ts'

type Props = {
  mail: Schema<'Mail'>
  /** No mail is sent before a mail server is set up. */
  lacksServer: boolean
  onClose: () => void
}

/** One mail in full, except its text, and a button to send it again. */
export default function MailSheet({ mail, lacksServer, onClose }: Props) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const retrying = useMutation(retryMail)
  const { id, kind, recipient, subject, status, tries, nextTry, error, createTime, sentTime } = mail
  const mayRetry = status !== 'sent' && kind !== 'test' && !lacksServer
  return (
    <Sheet
      title={recipient}
      onClose={onClose}
      actions={
        mayRetry && (
          <Button
            appearance="primary"
            disabledFocusable={retrying.isPending || !online}
            onClick={() => retrying.mutate(id, { onSuccess: onClose })}
          >
            {status === 'waiting' ? <Trans>Send now</Trans> : <Trans>Send again</Trans>}
          </Button>
        )
      }
    >
      <Facts>
        <Fact name={t`State`}>{t(mailStates[status])}</Fact>
        <Fact name={t`Kind`}>{t(mailKinds[kind])}</Fact>
        <Fact name={t`Subject`}>{subject}</Fact>
        <Fact name={t`Created at`}>
          <Moment time={createTime} />
        </Fact>
        {sentTime !== null && (
          <Fact name={t`Sent`}>
            <Moment time={sentTime} />
          </Fact>
        )}
        <Fact name={t`Attempts`}>{tries}</Fact>
        {nextTry !== null && tries > 0 && (
          <Fact name={t`Next retry`}>
            <Moment time={nextTry} />
          </Fact>
        )}
      </Facts>
      {lacksServer && status !== 'sent' && (
        <Problem intent="warning">
          <Trans>No mail server is set up.</Trans>
        </Problem>
      )}
      {error && (
        <Problem intent={status === 'failed' ? 'error' : 'warning'}>
          <Trans>The server said: {error}</Trans>
        </Problem>
      )}
      {retrying.error && <Problem>{i18n._(explain(retrying.error, retryMailRefusals))}</Problem>}
    </Sheet>
  )
}
