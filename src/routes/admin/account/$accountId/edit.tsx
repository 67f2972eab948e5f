import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { fetchToEdit } from '#api/editing.ts'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { AccountForm } from '#features/accounts/AccountForm.tsx'
import { checkAccountDraft, draftOfAccount, toAccountChange } from '#features/accounts/draft.ts'
import { editAccountRefusals } from '#features/accounts/messages.ts'
import { editAccount, getAccount } from '#features/accounts/operations.ts'
import { idIn } from '#rules/ids.ts'
import { useConcurrentEdit } from '#ui/concurrentEdit.ts'
import { FormPage } from '#ui/FormPage.tsx'
import { AccountConflict } from './-AccountConflict.tsx'

export const Route = createFileRoute('/admin/account/$accountId/edit')({
  params: {
    parse: ({ accountId }) => ({ accountId: idIn(accountId) }),
    stringify: ({ accountId }) => ({ accountId: String(accountId) }),
  },
  beforeLoad({ context, params }) {
    if (!context.may('editAccount'))
      throw redirect({ to: '/admin/account/$accountId', params, replace: true })
  },
  loader: ({ context, params }) => fetchToEdit(context.queryClient, getAccount(params.accountId)),
  component: EditAccountScreen,
})

function EditAccountScreen() {
  const { t, i18n } = useLingui()
  const { accountId } = Route.useParams()
  const navigate = Route.useNavigate()
  const { history } = useRouter()
  const { data: latest, refetch, dataUpdatedAt } = useSuspenseQuery(getAccount(accountId))
  const offline = !useOnline()
  const [openedAt] = useState(() => Date.now())
  const leave = () => {
    if (history.canGoBack()) history.back({ ignoreBlocker: true })
    else
      void navigate({
        to: '/admin/account/$accountId',
        params: { accountId },
        replace: true,
        ignoreBlocker: true,
      })
  }
  const { opened, form, conflict, error, pending, unsaved, onSubmit } = useConcurrentEdit({
    latest,
    refetch,
    draftOf: (account: typeof latest) => draftOfAccount(account, openedAt),
    check: (draft, { password }) => checkAccountDraft(draft, password),
    save: editAccount,
    toVariables: (draft, account) => ({
      accountId,
      change: toAccountChange(draft, account, openedAt),
    }),
    onSaved: leave,
  })
  const { port } = opened

  return (
    <FormPage
      title={t`Edit account ${port}`}
      back={`/admin/account/${accountId}`}
      asOf={dataUpdatedAt}
      action={t`Save`}
      problem={error && i18n._(explain(error, editAccountRefusals))}
      {...{ pending, offline, unsaved, onSubmit }}
    >
      <AccountForm form={form} existing />
      {conflict && <AccountConflict {...conflict} />}
    </FormPage>
  )
}
