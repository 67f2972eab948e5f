import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import { createAccountRefusals } from '#features/accounts/messages.ts'
import { getMailServer } from '#features/mails/operations.ts'
import { listOrders } from '#features/plans/operations.ts'
import { AddUserForm } from '#features/users/AddUserForm.tsx'
import type { UserDraft } from '#features/users/draft.ts'
import { useWelcome } from '#features/users/useWelcome.ts'
import { activateArea } from '#locales/activate.ts'
import { typedEmail } from '#rules/pasted.ts'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'
import { useAccountFromPlan } from './-useAccountFromPlan.ts'

const AddedUserCard = lazy(() => import('#features/users/AddedUserCard.tsx'))

export const Route = createFileRoute('/admin/addUser')({
  beforeLoad({ context }) {
    if (!context.may('createUser')) throw redirect({ to: '/admin/user', replace: true })
    return activateArea('users')
  },
  component: AddUserScreen,
})

type Added = { userId: number; draft: UserDraft }

function AddUserScreen() {
  const { t } = useLingui()
  const { isMain } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const may = useMay()
  const [added, setAdded] = useState<Added>()
  const mayOpen = may('createAccount')
  const { data: plans = [] } = useQuery({ ...listOrders(), enabled: mayOpen })
  const welcome = useWelcome()
  // Other admins cannot know whether there is a mail server.
  const mailServer = useQuery({ ...getMailServer(), enabled: may('getMailServer') }).data
  const hasMail = mailServer !== undefined && mailServer.host !== ''
  const opening = useAccountFromPlan(plans)
  const open = ({ userId, draft }: Added) => opening.mutate({ userId, plan: draft.plan })

  if (added)
    return (
      <Page form title={t`Add user`} back="/admin/user">
        <Suspense>
          <AddedUserCard
            userId={added.userId}
            email={typedEmail(added.draft.email)}
            password={added.draft.password}
            welcome={welcome}
            mayMail={added.draft.type === 'normal' && may('sendUserEmail')}
            account={
              added.draft.type === 'normal' &&
              added.draft.plan !== '0' && <AccountFate {...opening} onRetry={() => open(added)} />
            }
            onOpen={() =>
              void navigate({
                to:
                  isMain && added.draft.type !== 'normal'
                    ? '/admin/admin/$userId'
                    : '/admin/user/$userId',
                params: { userId: String(added.userId) },
                replace: true,
              })
            }
            onAnother={() => {
              opening.reset()
              welcome.sending.reset()
              setAdded(undefined)
            }}
          />
        </Suspense>
      </Page>
    )
  return (
    <Page form title={t`Add user`} back="/admin/user">
      <AddUserForm
        mayAddAdmins={isMain}
        plans={
          mayOpen && may('createAccount.orderId') ? plans.filter(({ baseId }) => baseId === 0) : []
        }
        mail={may('sendUserEmail') ? hasMail : undefined}
        onAdded={(userId, draft, isMailed) => {
          const one = { userId, draft }
          setAdded(one)
          if (draft.type !== 'normal') return
          if (isMailed) welcome.send(userId, typedEmail(draft.email), draft.password)
          open(one)
        }}
      />
    </Page>
  )
}

/** The outcome for the account to be created with a new user. */
function AccountFate({
  error,
  isSuccess,
  onRetry,
}: {
  error: Parameters<typeof explain>[0] | null
  isSuccess: boolean
  onRetry: () => void
}) {
  const { i18n } = useLingui()
  if (error)
    return (
      <>
        <Problem>{i18n._(explain(error, createAccountRefusals))}</Problem>
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </>
    )
  return (
    <Problem intent={isSuccess ? 'success' : 'info'}>
      {isSuccess ? <Trans>The account was added.</Trans> : <Trans>Adding the account…</Trans>}
    </Problem>
  )
}
