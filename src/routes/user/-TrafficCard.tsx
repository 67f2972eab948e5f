import { Caption1, makeStyles, Select, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Schema } from '#contract'
import { FlowCard } from '#features/flow/FlowCard.tsx'
import { type FlowWindow, getMyFlowChart } from '#features/flow/operations.ts'
import { listMyOutages } from '#features/servers/operations.ts'
import { formatFlow } from '#rules/flow.ts'
import { listText } from '#rules/formats.ts'

type Props = { accountId: number; servers: readonly Schema<'ServerForUser'>[] }

/** The value for all servers together in a chart. */
const ALL = 0

/** The traffic of an account over time: on all servers, or on the chosen one. */
export default function TrafficCard({ accountId, servers }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [wish, setServer] = useState(ALL)
  const [only] = servers
  const serverId = servers.length === 1 && only ? only.id : wish
  const shown = serverId === ALL ? servers : servers.filter(({ id }) => id === serverId)
  const { data: outages } = useQuery(listMyOutages(accountId))
  const unknown = useMemo(
    () => outages?.filter((one) => serverId === ALL || one.serverId === serverId),
    [outages, serverId],
  )
  return (
    <FlowCard
      {...(unknown && { unknown })}
      title={t`Traffic`}
      flow={(window) => getMyFlowChart(serverId, accountId, window)}
      more={(window) =>
        shown.some(({ scale }) => scale !== 1) && (
          <Carried servers={shown} {...{ serverId, accountId, window }} />
        )
      }
      actions={
        servers.length > 1 && (
          <Select
            aria-label={t`Server`}
            appearance="filled-lighter"
            className={styles.select}
            value={String(serverId)}
            onChange={(_event, { value }) => setServer(Number(value))}
          >
            <option value={ALL}>{t`All servers`}</option>
            {servers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )
      }
    />
  )
}

type CarriedProps = Props & { serverId: number; window: FlowWindow }

/** The raw traffic, where it differs from what counts against the quota. */
function Carried({ serverId, accountId, servers, window }: CarriedProps) {
  const { i18n } = useLingui()
  const { data } = useQuery(getMyFlowChart(serverId, accountId, window, { raw: true }))
  const scaled = servers
    .filter(({ scale }) => scale !== 1)
    .map(({ name, scale }) => `${name} ×${i18n.number(scale)}`)
  const names = listText(scaled, i18n.locale)
  const carried =
    data &&
    formatFlow(
      data.reduce((sum, bytes) => sum + bytes, 0),
      i18n.locale,
    )
  return (
    <Caption1 className={useStyles().carried}>
      <Trans>The chart shows what counts against your quota ({names}).</Trans>{' '}
      {carried && <Trans>Transferred: {carried}.</Trans>}
    </Caption1>
  )
}

const useStyles = makeStyles({
  select: { maxWidth: '200px', '& select': { minHeight: '44px' } },
  carried: { color: tokens.colorNeutralForeground3 },
})
