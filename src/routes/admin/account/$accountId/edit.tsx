import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import { AccountForm } from '#features/accounts/AccountForm.tsx'
import { AccountFormPage } from '#features/accounts/AccountFormPage.tsx'
import { checkAccountDraft, draftOfAccount, toAccountChange } from '#features/accounts/draft.ts'
import { editAccountRefusals } from '#features/accounts/messages.ts'
import { editAccount, getAccount } from '#features/accounts/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { AccountConflict } from './-AccountConflict.tsx'

export const Route = createFileRoute('/admin/account/$accountId/edit')({
  params: {
    parse: ({ accountId }) => ({ accountId: Number(accountId) }),
    stringify: ({ accountId }) => ({ accountId: String(accountId) }),
  },
  beforeLoad({ context, params }) {
    if (!context.may('editAccount'))
      throw redirect({ to: '/admin/account/$accountId', params, replace: true })
  },
  // A kept answer may be days old, and what it says would be saved over what is true.
  loader: ({ context, params }) =>
    context.queryClient.fetchQuery({ ...getAccount(params.accountId), staleTime: 0 }),
  component: EditAccountScreen,
})

function EditAccountScreen() {
  const { t, i18n } = useLingui()
  const { accountId } = Route.useParams()
  const navigate = Route.useNavigate()
  const { history } = useRouter()
  const { data: latest, refetch, dataUpdatedAt } = useSuspenseQuery(getAccount(accountId))
  // What was read when the form was opened; a refresh must not change what is being typed.
  const [account, setAccount] = useState(latest)
  const [openedAt] = useState(() => Date.now())
  const [initial, setInitial] = useState(() => draftOfAccount(account, openedAt))
  const edit = useMutation(editAccount)
  const form = useDraft(initial, (draft) => checkAccountDraft(draft, account.password))
  const { port } = account
  const theirs = edit.error?.status === 409 && latest.revision !== account.revision ? latest : null

  return (
    <AccountFormPage
      title={t`Edit account ${port}`}
      back={`/admin/account/${accountId}`}
      asOf={dataUpdatedAt}
      problem={edit.error && i18n._(explain(edit.error, editAccountRefusals))}
      onSubmit={form.submit((draft) =>
        edit.mutate(
          { accountId, change: toAccountChange(draft, account) },
          {
            onError: ({ status }) => status === 409 && void refetch(),
            onSuccess: () => {
              if (history.canGoBack()) history.back({ ignoreBlocker: true })
              else
                void navigate({
                  to: '/admin/account/$accountId',
                  params: { accountId },
                  replace: true,
                  ignoreBlocker: true,
                })
            },
          },
        ),
      )}
      submit={
        <Button type="submit" appearance="primary" size="large" disabledFocusable={edit.isPending}>
          {edit.isPending ? <Trans>Saving…</Trans> : <Trans>Save</Trans>}
        </Button>
      }
    >
      <AccountForm form={form} existing />
      <UnsavedChanges when={() => form.draft !== initial} />
      {theirs && (
        <AccountConflict
          before={initial}
          theirs={draftOfAccount(theirs, openedAt)}
          mine={form.draft}
          onTake={(draft) => {
            setAccount(theirs)
            setInitial(draftOfAccount(theirs, openedAt))
            form.change(draft)
            edit.reset()
          }}
          onClose={edit.reset}
        />
      )}
    </AccountFormPage>
  )
}
