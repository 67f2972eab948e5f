import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { NODE_JOIN_REFRESH_MS } from '#rules/timing.ts'
import { Problem } from '#ui/Problem.tsx'
import { serverDraftOf, toServerChange, type tunnelOf } from './draft.ts'
import { editServerRefusals } from './messages.ts'
import { checkWireGuard, editServer, getServer } from './operations.ts'
import { TunnelCheckNote } from './TunnelCheckNote.tsx'

type Props = { serverId: number; wanted: ReturnType<typeof tunnelOf> }

/** What a machine that has just joined says about the port and the network it was given. */
export default function TunnelJoined({ serverId, wanted }: Props) {
  const { data: server } = useQuery(getServer(serverId, { noPort: true }))
  return server ? <Checked server={server} wanted={wanted} /> : null
}

function Checked({ server, wanted }: { server: Schema<'Server'>; wanted: Props['wanted'] }) {
  const { i18n } = useLingui()
  const { id, nodeId = null, net, net6 = null, wgPort, amnezia } = server
  const kind = amnezia && { isAmnezia: true }
  const edit = useMutation(editServer)
  const check = useQuery({
    ...checkWireGuard({ nodeId, wgPort: wgPort ?? 0, net: net ?? '', net6, serverId: id, ...kind }),
    // It may have joined and not be linked yet, and what is missing may be installed meanwhile.
    refetchInterval: ({ state }) => state.data?.state !== 'ready' && NODE_JOIN_REFRESH_MS,
  })
  const problem = edit.error && i18n._(explain(edit.error, editServerRefusals))
  return (
    <>
      {(net !== wanted.net || wgPort !== wanted.wgPort) && !edit.isSuccess && (
        <Problem intent="info">
          <Trans>
            Another server on this machine has what you chose: this one got UDP port {wgPort} and
            the network {net}.
          </Trans>
        </Problem>
      )}
      {check.data && check.data.state !== 'away' && (
        <TunnelCheckNote
          answer={check.data}
          net={net ?? ''}
          net6={net6}
          pending={check.isFetching || edit.isPending}
          onAgain={() => void check.refetch()}
          onTake={({ wgPort: port, ...free }) => {
            const draft = { ...serverDraftOf(server), ...free }
            const moved = port === undefined ? draft : { ...draft, wgPort: String(port) }
            edit.mutate({ serverId: id, body: toServerChange(moved, server) })
          }}
        />
      )}
      {problem && <Problem>{problem}</Problem>}
    </>
  )
}
