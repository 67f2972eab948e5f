import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import { serverDraftOf, toServerChange } from '#features/servers/draft.ts'
import { editServerRefusals } from '#features/servers/messages.ts'
import { editServer, getServer } from '#features/servers/operations.ts'
import { ServerForm } from '#features/servers/ServerForm.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/server/$serverId/edit')({
  params: {
    parse: ({ serverId }) => ({ serverId: Number(serverId) }),
    stringify: ({ serverId }) => ({ serverId: String(serverId) }),
  },
  beforeLoad: ({ context, params }) => {
    if (!context.may('editServer'))
      throw redirect({ to: '/admin/server/$serverId', params, replace: true })
  },
  // Asked anew, so that nothing a colleague has just changed is written over.
  loader: ({ context, params }) =>
    context.queryClient.fetchQuery({
      ...getServer(params.serverId, { noPort: true }),
      staleTime: 0,
    }),
  component: EditServerScreen,
})

function EditServerScreen() {
  const { t, i18n } = useLingui()
  const { serverId } = Route.useParams()
  const navigate = useNavigate()
  const { history } = useRouter()
  const change = useMutation(editServer)
  const { data: latest, refetch } = useSuspenseQuery(getServer(serverId, { noPort: true }))
  // What the form was opened with; a refresh must not change what is being typed.
  const [server, setServer] = useState(latest)
  const theirs = change.error?.status === 409 && latest.revision !== server.revision ? latest : null

  return (
    <Page title={t`Edit server`} back="/admin/server">
      <ServerForm
        initial={serverDraftOf(server)}
        server={server}
        pending={change.isPending}
        problem={change.error && i18n._(explain(change.error, editServerRefusals))}
        action={<Trans>Save</Trans>}
        conflict={
          theirs && {
            theirs: serverDraftOf(theirs),
            onTaken: () => {
              setServer(theirs)
              change.reset()
            },
            onClose: change.reset,
          }
        }
        onSend={(draft) =>
          change.mutate(
            { serverId, body: toServerChange(draft, server) },
            {
              onError: ({ status }) => status === 409 && void refetch(),
              onSuccess: () => {
                // The server's page is there already; a second one would lie on top of it.
                if (history.canGoBack()) history.back()
                else
                  void navigate({
                    to: '/admin/server/$serverId',
                    params: { serverId },
                    replace: true,
                  })
              },
            },
          )
        }
      />
    </Page>
  )
}
