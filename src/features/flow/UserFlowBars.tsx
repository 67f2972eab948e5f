import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { explainLoad } from '#api/refusals.ts'
import { ACCOUNT_FLOW_REFRESH_MS, FAILED_LOAD_RETRY_MS } from '#rules/timing.ts'
import { RankedBars } from '#ui/RankedBars.tsx'
import { Problem } from '#ui/Problem.tsx'
import { type FlowWindow, listServerFlowByUser } from './operations.ts'

type Props = { serverId: number; window: FlowWindow; isLatest: boolean }

/** Which users a server's traffic in a window belongs to. Spec 2. */
export function UserFlowBars({ serverId, window, isLatest }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { data, error } = useQuery({
    ...listServerFlowByUser(serverId, window),
    // With the chart above, whose window may advance. Spec 2.
    refetchInterval: ({ state }) =>
      state.status === 'error' ? FAILED_LOAD_RETRY_MS : isLatest && ACCOUNT_FLOW_REFRESH_MS,
  })
  const title = t`Traffic by user`
  // The chart above already shows that there was none.
  if (data?.length === 0) return null
  const slices = (data ?? []).map(({ accountId, port, userName, flow }) => ({
    key: port,
    name: accountId ? (
      <Link to="/admin/account/$accountId" params={{ accountId }}>
        {userName ? `${userName} · ${port}` : port}
      </Link>
    ) : (
      t`Deleted accounts`
    ),
    bytes: flow,
  }))
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {error && !data && <Problem>{i18n._(explainLoad(error))}</Problem>}
      {data && <RankedBars title={title} slices={slices} />}
    </div>
  )
}

const useStyles = makeStyles({
  part: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    paddingTop: '16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  title: typographyStyles.subtitle2,
})
