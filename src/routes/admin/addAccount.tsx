import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { AccountForm } from '#features/accounts/AccountForm.tsx'
import { checkAccountDraft, newAccountDraft, toNewAccount } from '#features/accounts/draft.ts'
import { createAccountRefusals, getNewPortRefusals } from '#features/accounts/messages.ts'
import { createAccount, getNewPort } from '#features/accounts/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { FormPage } from '#ui/FormPage.tsx'

export const Route = createFileRoute('/admin/addAccount')({
  beforeLoad({ context }) {
    if (!context.may('createAccount')) throw redirect({ to: '/admin/account', replace: true })
  },
  // Without a port to suggest the form still serves: one can be typed.
  loader: ({ context }) =>
    context.queryClient.fetchQuery(getNewPort()).then(
      ({ port }) => ({ port, failure: null }),
      (error: unknown) => ({
        port: undefined,
        failure: error instanceof ApiError ? error : new ApiError(0, ''),
      }),
    ),
  component: AddAccountScreen,
})

function AddAccountScreen() {
  const { t, i18n } = useLingui()
  const { port, failure } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const offline = !useOnline()
  const creation = useMutation(createAccount)
  // The draft of the short form continues here.
  const carried = useLocation({ select: ({ state }) => state.newAccount })
  const [openedAt] = useState(() => Date.now())
  const [initial] = useState(() => newAccountDraft(port, openedAt))
  const [begun] = useState(() => carried?.draft ?? initial)
  const user = carried?.user
  const owner = user?.username
  const form = useDraft(begun, (draft) => checkAccountDraft(draft))

  return (
    <FormPage
      title={owner === undefined ? t`Add account` : t`Add account for ${owner}`}
      back="/admin/account"
      action={t`Add account`}
      pending={creation.isPending}
      offline={offline}
      unsaved={() => form.draft !== initial}
      problem={creation.error && i18n._(explain(creation.error, createAccountRefusals))}
      onSubmit={form.submit((draft) =>
        creation.mutate(
          { ...toNewAccount(draft, openedAt), ...(user && { user: user.id }) },
          {
            onSuccess: ({ id }) => {
              void navigate({
                to: '/admin/account/$accountId',
                params: { accountId: id },
                state: { added: true },
                replace: true,
                ignoreBlocker: true,
              })
            },
          },
        ),
      )}
    >
      <AccountForm
        form={form}
        portHint={failure ? i18n._(explain(failure, getNewPortRefusals)) : undefined}
      />
    </FormPage>
  )
}
