import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsOlder } from '#api/offers.ts'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { checkServerDraft, newServerDraft, toNewServer } from '#features/servers/draft.ts'
import { createServerRefusals } from '#features/servers/messages.ts'
import { createServer, getFreeShift } from '#features/servers/operations.ts'
import { ServerForm } from '#features/servers/ServerForm.tsx'
import { useDraft } from '#ui/draft.ts'
import { FormPage } from '#ui/FormPage.tsx'

export const Route = createFileRoute('/admin/addServer')({
  beforeLoad: ({ context }) => {
    if (!context.may('createServer')) throw redirect({ to: '/admin/server', replace: true })
  },
  // Asked each time: a shift that was free may be taken by now. Without an answer, as from an older
  // server, the form starts from 0.
  loader: ({ context: { queryClient } }) =>
    queryClient.prefetchQuery({ ...getFreeShift(), staleTime: 0 }),
  component: AddServerScreen,
})

function AddServerScreen() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const creation = useMutation(createServer)
  const { data: free } = useQuery(getFreeShift())
  const offline = !useOnline()
  // Older servers have no machine of their own: each server is a node somewhere.
  const isElsewhere = useIsOlder()
  const [initial] = useState(() =>
    newServerDraft(isElsewhere ? '' : location.hostname, free?.shift ?? 0),
  )
  const form = useDraft(initial, (draft) => checkServerDraft(draft, isElsewhere))

  return (
    <FormPage
      title={t`Add server`}
      back="/admin/server"
      action={t`Add server`}
      pending={creation.isPending}
      offline={offline}
      problem={creation.error && i18n._(explain(creation.error, createServerRefusals))}
      unsaved={() => form.draft !== initial}
      onSubmit={form.submit((draft) =>
        creation.mutate(toNewServer(draft, isElsewhere), {
          onSuccess: ({ serverId }) =>
            void navigate({
              to: '/admin/server/$serverId',
              params: { serverId },
              replace: true,
              ignoreBlocker: true,
            }),
        }),
      )}
    >
      <ServerForm form={form} isElsewhere={isElsewhere} />
    </FormPage>
  )
}
