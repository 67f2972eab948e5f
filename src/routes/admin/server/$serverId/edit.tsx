import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate, useRouter } from '@tanstack/react-router'
import { fetchToEdit } from '#api/editing.ts'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import {
  checkServerDraft,
  type ServerDraft,
  serverDraftOf,
  toServerChange,
} from '#features/servers/draft.ts'
import { editServerRefusals } from '#features/servers/messages.ts'
import { editServer, getServer } from '#features/servers/operations.ts'
import { ServerForm } from '#features/servers/ServerForm.tsx'
import { idIn } from '#rules/ids.ts'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { useConcurrentEdit } from '#ui/concurrentEdit.ts'
import { FormPage } from '#ui/FormPage.tsx'

export const Route = createFileRoute('/admin/server/$serverId/edit')({
  params: {
    parse: ({ serverId }) => ({ serverId: idIn(serverId) }),
    stringify: ({ serverId }) => ({ serverId: String(serverId) }),
  },
  beforeLoad: ({ context, params }) => {
    if (!context.may('editServer'))
      throw redirect({ to: '/admin/server/$serverId', params, replace: true })
  },
  loader: ({ context, params }) =>
    fetchToEdit(context.queryClient, getServer(params.serverId, { noPort: true })),
  component: EditServerScreen,
})

function EditServerScreen() {
  const { t, i18n } = useLingui()
  const { serverId } = Route.useParams()
  const navigate = useNavigate()
  const { history } = useRouter()
  const offline = !useOnline()
  const { data: latest, refetch } = useSuspenseQuery(getServer(serverId, { noPort: true }))
  const leave = () => {
    // The server's page is there already; a second one would lie on top of it.
    if (history.canGoBack()) history.back({ ignoreBlocker: true })
    else
      void navigate({
        to: '/admin/server/$serverId',
        params: { serverId },
        replace: true,
        ignoreBlocker: true,
      })
  }
  const { plane } = latest
  // Nobody says where: it is a node somewhere.
  const isElsewhere = plane === undefined
  const { opened, form, conflict, error, pending, unsaved, onSubmit } = useConcurrentEdit({
    latest,
    refetch,
    draftOf: serverDraftOf,
    check: (draft) => checkServerDraft(draft, isElsewhere, !isElsewhere && plane !== 'manager'),
    save: editServer,
    toVariables: (draft, server) => ({
      serverId,
      body: toServerChange(draft, server, isElsewhere),
    }),
    onSaved: leave,
  })

  return (
    <FormPage
      title={t`Edit server`}
      back="/admin/server"
      action={t`Save`}
      problem={error && i18n._(explain(error, editServerRefusals))}
      {...{ pending, offline, unsaved, onSubmit }}
    >
      <ServerForm form={form} server={opened} isElsewhere={isElsewhere} />
      {conflict && (
        <ChangedMeanwhile<ServerDraft>
          names={{
            name: t`Name`,
            address: t`Public address`,
            method: t`Cipher`,
            scale: t`Traffic multiplier`,
            shift: t`Port offset`,
            publicShift: t`Public port offset`,
            comment: t`Comment`,
            sni: t`Server name (SNI)`,
            type: t`Type`,
            port: t`Port of the node`,
            password: t`Password of the node`,
            key: t`Public key`,
            net: t`Subnet`,
            wgPort: t`WireGuard port`,
            net6: t`IPv6 network of the customers`,
            dns: t`DNS servers`,
            mtu: t`MTU`,
            amnezia: 'AmneziaWG',
            ssPort: t`Port for all accounts`,
            tjPort: t`Trojan port`,
            site: t`Web site behind`,
            cert: t`Certificate with its chain`,
            certKey: t`Private key of the certificate`,
            wsWay: 'WebSocket',
            wsInside: t`Inside the WebSocket`,
            wsPath: t`Secret path`,
            wsAddress: t`Address for links`,
            wsName: t`Name in TLS`,
            wsTrusted: t`Networks of the CDN`,
            nodeId: t`Machine`,
          }}
          {...conflict}
        />
      )}
    </FormPage>
  )
}
