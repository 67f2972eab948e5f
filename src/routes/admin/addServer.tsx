import { useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import {
  checkServerDraft,
  freeShift,
  newServerDraft,
  toNewServer,
} from '#features/servers/draft.ts'
import { createServerRefusals } from '#features/servers/messages.ts'
import { createServer, listServers } from '#features/servers/operations.ts'
import { ServerForm } from '#features/servers/ServerForm.tsx'
import { getAccountSetting } from '#features/settings/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { FormPage } from '#ui/FormPage.tsx'

export const Route = createFileRoute('/admin/addServer')({
  beforeLoad: ({ context }) => {
    if (!context.may('createServer')) throw redirect({ to: '/admin/server', replace: true })
  },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      // What this device kept may lack the latest server, whose ports must not be met.
      queryClient.fetchQuery({ ...listServers(), staleTime: 0 }),
      queryClient.ensureQueryData(getAccountSetting()),
    ])
  },
  component: AddServerScreen,
})

function AddServerScreen() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const creation = useMutation(createServer)
  const { data: servers } = useSuspenseQuery(listServers())
  const { data: setting } = useSuspenseQuery(getAccountSetting())
  const { start = 50_000, end = 60_000 } = setting.port ?? {}
  const taken = servers.filter(({ plane }) => plane === 'embedded').map(({ shift }) => shift)
  const offline = !useOnline()
  const [initial] = useState(() =>
    newServerDraft(location.hostname, freeShift(taken, { start, end })),
  )
  const form = useDraft(initial, checkServerDraft)

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
        creation.mutate(toNewServer(draft), {
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
      <ServerForm form={form} />
    </FormPage>
  )
}
