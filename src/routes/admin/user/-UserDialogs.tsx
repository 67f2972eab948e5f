import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import type { OperationId, Schema } from '#contract'
import { DeleteUserDialog } from '#features/users/DeleteUserDialog.tsx'
import { UnassignDialog } from '#features/users/UnassignDialog.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'

const AddAccountSheet = lazy(() => import('#features/accounts/AddAccountSheet.tsx'))
const AssignAccountSheet = lazy(() => import('#features/users/AssignAccountSheet.tsx'))
const CommentSheet = lazy(() => import('#features/users/CommentSheet.tsx'))
const EndSessionsDialog = lazy(() => import('#features/factors/EndSessionsDialog.tsx'))
const GroupSheet = lazy(() => import('#features/users/GroupSheet.tsx'))
const MailSheet = lazy(() => import('#features/users/MailSheet.tsx'))
const MoveAccountSheet = lazy(() => import('#features/users/MoveAccountSheet.tsx'))
const RemoveFactorsDialog = lazy(() => import('#features/factors/RemoveFactorsDialog.tsx'))
const ResetLinkDialog = lazy(() => import('#features/users/ResetLinkDialog.tsx'))
const SetPasswordSheet = lazy(() => import('#features/users/SetPasswordSheet.tsx'))
const SeeAsCustomerDialog = lazy(() => import('#features/session/SeeAsCustomerDialog.tsx'))
const SellPlanSheet = lazy(() => import('#features/users/SellPlanSheet.tsx'))
const RedeemSheet = lazy(() => import('#features/giftcards/RedeemSheet.tsx'))

/** What can be open over the page of a user. */
export type UserDialog =
  | 'assign'
  | 'new'
  | 'comment'
  | 'delete'
  | 'factors'
  | 'group'
  | 'mail'
  | 'move'
  | 'password'
  | 'plan'
  | 'redeem'
  | 'resetLink'
  | 'see'
  | 'sessions'
  | 'unassign'

type Props = {
  open: UserDialog | null
  user: Schema<'User'>
  /** The account that is to move or to go. */
  account: Schema<'AccountRow'> | undefined
  may: (id: OperationId) => boolean
  onOpen: (dialog: UserDialog) => void
  onClose: () => void
  /** Closes it and shows what was done. */
  onDone: (sentence: ReactNode, intent?: 'success' | 'warning') => void
  /** Called with the job that does it, if one does. */
  onDeleted: (jobId?: number) => void
}

/** The dialogs of a user's page, one of which is open at most. */
export function UserDialogs(props: Props) {
  const { open, user, account, may, onOpen, onClose, onDone, onDeleted } = props
  const { t } = useLingui()
  const { username } = user
  return (
    <Suspense>
      {open === 'assign' && (
        <AssignAccountSheet
          user={user}
          onNew={may('createAccount') ? () => onOpen('new') : undefined}
          onClose={onClose}
        />
      )}
      {open === 'new' && (
        <AddAccountSheet
          user={user}
          onClose={onClose}
          onCreated={() => onDone(t`The account was added.`)}
        />
      )}
      {open === 'comment' && <CommentSheet user={user} onClose={onClose} />}
      {open === 'group' && <GroupSheet user={user} onClose={onClose} />}
      {open === 'mail' && (
        <MailSheet
          user={user}
          maySetUp={may('getMailServer')}
          onClose={onClose}
          onSent={(ready) =>
            onDone(<MailFate ready={ready} />, ready === false ? 'warning' : 'success')
          }
        />
      )}
      {open === 'password' && <SetPasswordSheet user={user} onClose={onClose} />}
      {open === 'factors' && <RemoveFactorsDialog person={user} onClose={onClose} />}
      {open === 'sessions' && (
        <EndSessionsDialog
          person={user}
          onClose={onClose}
          onEnded={() => onDone(t`${username} is logged out everywhere.`)}
        />
      )}
      {open === 'resetLink' && (
        <ResetLinkDialog
          user={user}
          onClose={onClose}
          onSent={() => onDone(t`The link goes out within a minute.`)}
        />
      )}
      {open === 'see' && <SeeAsCustomerDialog user={user} onClose={onClose} />}
      {open === 'plan' && (
        <SellPlanSheet
          user={user}
          onClose={onClose}
          onDone={() => onDone(t`The user has the plan now.`)}
        />
      )}
      {open === 'redeem' && (
        <RedeemSheet
          user={user}
          accounts={user.account}
          onClose={onClose}
          onDone={() => onDone(t`The code was redeemed.`)}
        />
      )}
      {open === 'move' && account && (
        <MoveAccountSheet
          user={user}
          account={account}
          onClose={onClose}
          onMoved={() => onDone(t`The account was moved.`)}
        />
      )}
      {open === 'unassign' && account && (
        <UnassignDialog user={user} account={account} onClose={onClose} />
      )}
      {open === 'delete' && (
        <DeleteUserDialog
          user={user}
          accounts={user.account.length}
          onClose={onClose}
          onDeleted={onDeleted}
        />
      )}
    </Suspense>
  )
}

/** When a mail just written will be sent, as far as this admin may know. */
function MailFate({ ready }: { ready: boolean | undefined }) {
  if (ready) return <Trans>The email goes out within a minute.</Trans>
  if (ready === undefined)
    return <Trans>The email is in the outbox. It goes out once the mail server accepts it.</Trans>
  return (
    <>
      <Trans>The email waits in the outbox until a mail server is set up.</Trans>{' '}
      <MoreLink to="/admin/settings/mail">
        <Trans>Set up mail</Trans>
      </MoreLink>
    </>
  )
}
