import { makeStyles, Select, Subtitle2 } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMay } from '#api/may.ts'
import type { Schema } from '#contract'
import { FlowCard } from '#features/flow/FlowCard.tsx'
import {
  type FlowWindow,
  getServerFlow,
  listAccountFlowByServer,
} from '#features/flow/operations.ts'
import { listServerOutages } from '#features/servers/operations.ts'
import { ACCOUNT_FLOW_REFRESH_MS } from '#rules/timing.ts'
import { RankedBars } from '#ui/RankedBars.tsx'

/** As the server calls all of its servers together. */
const ALL = 0

type Props = {
  accountId: number
  servers: readonly Schema<'Server'>[]
  /** The server that was chosen; without one it is all of them together. */
  chosen: Schema<'Server'> | undefined
  onChoose: (serverId: number | undefined) => void
}

/** The account's traffic over time, on all servers or one, and how it is spread over all of them. Spec 2. */
export function AccountFlowCard({ accountId, servers, chosen, onChoose }: Props) {
  const { t } = useLingui()
  // What one server has is its only sum.
  const hasAll = useMay()('getServerFlow.0') && servers.length > 1
  const serverId = chosen?.id ?? (hasAll ? ALL : servers[0]?.id)
  const { data: outages } = useQuery({
    ...listServerOutages(serverId ?? ALL),
    enabled: serverId !== undefined && serverId !== ALL,
  })
  const unknown = useMemo(() => outages?.filter(({ light }) => light === 'agent'), [outages])
  return (
    <FlowCard
      {...(unknown && { unknown })}
      title={t`Traffic`}
      flow={(window) => getServerFlow(serverId ?? ALL, { ...window, accountId })}
      actions={
        <Select
          aria-label={t`Server`}
          value={String(serverId)}
          onChange={(_event, { value }) => onChoose(Number(value) || undefined)}
        >
          {hasAll && <option value={ALL}>{t`All servers`}</option>}
          {servers.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </Select>
      }
      more={(window) => <ByServer accountId={accountId} window={window} />}
    />
  )
}

function ByServer({ accountId, window }: { accountId: number; window: FlowWindow }) {
  const styles = useStyles()
  const { t } = useLingui()
  const { data } = useQuery({
    ...listAccountFlowByServer(accountId, window),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
  })
  return (
    <div className={styles.pie}>
      <Subtitle2 as="h3">
        <Trans>By server</Trans>
      </Subtitle2>
      {data && (
        <RankedBars
          title={t`Traffic by server`}
          slices={data.map(({ flow, name, serverId }) => ({
            key: serverId ?? name,
            name: serverId ? (
              <Link to="/admin/server/$serverId" params={{ serverId }}>
                {name}
              </Link>
            ) : (
              name
            ),
            bytes: flow,
          }))}
        />
      )}
    </div>
  )
}

const useStyles = makeStyles({
  pie: { display: 'flex', flexDirection: 'column', gap: '12px' },
})
