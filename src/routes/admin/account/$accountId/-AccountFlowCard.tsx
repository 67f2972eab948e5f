import { makeStyles, Select, Subtitle2 } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOffers } from '#api/offers.ts'
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

type Props = {
  accountId: number
  servers: readonly Schema<'Server'>[]
  server: Schema<'Server'>
  onChoose: (serverId: number) => void
}

/** The account's traffic on one server over time, and how it is spread over all of them. Spec 2. */
export function AccountFlowCard({ accountId, servers, server, onChoose }: Props) {
  const { t } = useLingui()
  // Older servers do not note them.
  const { data: outages } = useQuery({
    ...listServerOutages(server.id),
    enabled: useOffers()('listServerOutages'),
  })
  const unknown = useMemo(() => outages?.filter(({ light }) => light === 'agent'), [outages])
  return (
    <FlowCard
      {...(unknown && { unknown })}
      title={t`Traffic`}
      flow={(window) => getServerFlow(server.id, { ...window, accountId })}
      actions={
        <Select
          aria-label={t`Server`}
          value={String(server.id)}
          onChange={(_event, { value }) => onChoose(Number(value))}
        >
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
