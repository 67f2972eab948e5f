import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Problem } from '#ui/Problem.tsx'
import { DeleteCodeDialog } from './DeleteCodeDialog.tsx'
import { ForgetReferralDialog } from './ForgetReferralDialog.tsx'
import { InvitedCard } from './InvitedCard.tsx'
import { listUserRefCodes, listUserRefUsers } from './operations.ts'

const AddCodesDialog = lazy(() => import('./AddCodesDialog.tsx'))

type Props = {
  user: { id: number; email: string }
  /** Whether the admin may delete codes. Spec 6. */
  mayDelete: boolean
}
type Opened =
  | { what: 'add' }
  | { what: 'code'; code: string; count: number }
  | { what: 'referral'; invited: { id: number; email: string } }

/** The codes of one user and who signed up with them, for admins. */
export function UserReferralsCard({ user, mayDelete }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { data: codes, error } = useQuery(listUserRefCodes(user.id))
  const users = useQuery(listUserRefUsers(user.id))
  const failed = error ?? users.error
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const mayInvite = useMay()('createUserRefCodes')
  return (
    <>
      <Card
        title={t`Invitation codes`}
        flush
        actions={
          mayInvite && (
            <Button
              appearance="subtle"
              icon={<Add20Regular />}
              onClick={() => setOpened({ what: 'add' })}
            >
              <Trans>Add codes</Trans>
            </Button>
          )
        }
      >
        {failed && !codes && (
          <div className={styles.inset}>
            <Problem>{i18n._(explainLoad(failed))}</Problem>
          </div>
        )}
        {codes?.length === 0 && (
          <Empty>
            <Trans>This user has no codes.</Trans>
          </Empty>
        )}
        <ul className={styles.list} aria-label={t`Invitation codes`}>
          {codes?.map(({ code, count, maxUser }) => (
            <li key={code} className={styles.row}>
              <Copyable text={code} label={t`code ${code}`} />
              <span className={styles.figure}>
                <Trans>
                  {count} of {maxUser}
                </Trans>
              </span>
              {mayDelete && (
                <Button
                  appearance="subtle"
                  className={styles.action}
                  icon={<Delete20Regular />}
                  aria-label={t`Delete code ${code}`}
                  onClick={() => setOpened({ what: 'code', code, count })}
                />
              )}
            </li>
          ))}
        </ul>
      </Card>
      {users.data && (
        <InvitedCard
          title={t`Invited by this user`}
          empty={t`No one signed up with this user’s codes.`}
          users={users.data}
          name={({ id, email }) => (
            <Link to="/admin/user/$userId" params={{ userId: String(id) }} className={styles.link}>
              {email}
            </Link>
          )}
          action={({ id, email }) =>
            mayInvite && (
              <Button
                appearance="subtle"
                className={styles.action}
                icon={<Delete20Regular />}
                aria-label={t`Remove the invitation of ${email}`}
                onClick={() => setOpened({ what: 'referral', invited: { id, email } })}
              />
            )
          }
        />
      )}
      {opened?.what === 'add' && (
        <Suspense>
          <AddCodesDialog userId={user.id} email={user.email} onClose={close} />
        </Suspense>
      )}
      {opened?.what === 'code' && (
        <DeleteCodeDialog
          code={opened.code}
          count={opened.count}
          onClose={close}
          onDeleted={close}
        />
      )}
      {opened?.what === 'referral' && (
        <ForgetReferralDialog
          source={user}
          invited={opened.invited}
          onClose={close}
          onDone={close}
        />
      )}
    </>
  )
}

const useStyles = makeStyles({
  inset: { padding: '0 16px 16px' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '48px',
    padding: '4px 8px 4px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  link: {
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
  figure: {
    marginInlineStart: 'auto',
    flexShrink: 0,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  action: { minWidth: '44px', minHeight: '44px' },
})
