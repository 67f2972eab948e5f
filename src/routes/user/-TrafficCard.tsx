import { makeStyles, Select } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Schema } from '#contract'
import { FlowCard } from '#features/flow/FlowCard.tsx'
import { getMyFlowChart } from '#features/flow/operations.ts'

type Props = { accountId: number; servers: readonly Schema<'ServerForUser'>[] }

/** What stands for all servers together in a chart. */
const ALL = 0

/** The traffic of an account over time: on all servers, or on the one that is asked for. */
export default function TrafficCard({ accountId, servers }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [wish, setServer] = useState(ALL)
  const [only] = servers
  const serverId = servers.length === 1 && only ? only.id : wish
  return (
    <FlowCard
      title={t`Traffic`}
      flow={(window) => getMyFlowChart(serverId, accountId, window)}
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

const useStyles = makeStyles({ select: { maxWidth: '200px', '& select': { minHeight: '44px' } } })
