import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schema } from '#contract'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ForgetReferralDialog } from './ForgetReferralDialog.tsx'

type Props = { referral: Schema<'Referral'>; onClose: () => void }

/** One referral in full, with the way to both people and to undo it. */
export default function ReferralSheet({ referral, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [removing, setRemoving] = useState(false)
  const { user, userId, sourceUser, sourceUserId, code, time } = referral
  if (removing)
    return (
      <ForgetReferralDialog
        source={{ id: sourceUserId, email: sourceUser }}
        invited={{ id: userId, email: user }}
        onClose={onClose}
        onDone={onClose}
      />
    )
  return (
    <Sheet
      title={t`Invitation`}
      onClose={onClose}
      actions={
        <Button onClick={() => setRemoving(true)}>
          <Trans>Remove the invitation</Trans>
        </Button>
      }
    >
      <Facts>
        <Fact name={t`Invited`}>
          <Link
            to="/admin/user/$userId"
            params={{ userId: String(userId) }}
            className={styles.link}
          >
            {user}
          </Link>
        </Fact>
        <Fact name={t`Invited by`}>
          <Link
            to="/admin/user/$userId"
            params={{ userId: String(sourceUserId) }}
            className={styles.link}
          >
            {sourceUser}
          </Link>
        </Fact>
        <Fact name={t`Invitation code`}>{code}</Fact>
        <Fact name={t`When`}>
          <Moment time={time} />
        </Fact>
      </Facts>
    </Sheet>
  )
}

const useStyles = makeStyles({
  link: {
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
})
