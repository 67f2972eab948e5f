import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { explain } from '#api/refusals.ts'
import { Card } from '#ui/Card.tsx'
import { CopyAction } from '#ui/CopyAction.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/Problem.tsx'
import { sendUserEmailRefusals } from './messages.ts'
import type { Welcome } from './useWelcome.ts'

type Props = {
  userId: number
  email: string
  password: string
  /** The outcome for the account to be created with the user. */
  account: ReactNode
  /** The mail with it, which may be on its way already. */
  welcome: Welcome
  /** Whether it can be mailed: admins get no mail from here. */
  mayMail: boolean
  onOpen: () => void
  onAnother: () => void
}

/** What a new user needs to log in, shown only once: to copy, or to mail. */
export default function AddedUserCard(props: Props) {
  const { userId, email, password, account, welcome, mayMail, onOpen, onAnother } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { link, sending } = welcome
  return (
    <Card title={t`The user was added.`} className={styles.card}>
      {account}
      <Facts>
        <Fact name={t`Email`}>
          <Copyable text={email} label={t`Email`} />
        </Fact>
        <Fact name={t`Password`}>
          <Copyable text={password} label={t`Password`} />
        </Fact>
        <Fact name={t`Link`}>
          <Copyable text={link} label={t`Link`} />
        </Fact>
      </Facts>
      <p className={styles.note}>
        <Trans>The password is not shown again.</Trans>
      </p>
      {sending.error && <Problem>{i18n._(explain(sending.error, sendUserEmailRefusals))}</Problem>}
      {sending.isSuccess && (
        <Problem intent="success">
          <Trans>The email is in the outbox. It goes out once the mail server accepts it.</Trans>
        </Problem>
      )}
      <div className={styles.actions}>
        <CopyAction text={welcome.textFor(email, password)}>
          <Trans>Copy all</Trans>
        </CopyAction>
        {mayMail && (
          <Button
            disabledFocusable={sending.isPending || sending.isSuccess}
            onClick={() => welcome.send(userId, email, password)}
          >
            {sending.isPending ? <Trans>Sending…</Trans> : <Trans>Send by email</Trans>}
          </Button>
        )}
        <Button onClick={onAnother}>
          <Trans>Add another</Trans>
        </Button>
        <Button appearance="primary" onClick={onOpen}>
          <Trans>Open the user</Trans>
        </Button>
      </div>
    </Card>
  )
}

const useStyles = makeStyles({
  card: { gap: '12px' },
  note: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '8px' },
})
