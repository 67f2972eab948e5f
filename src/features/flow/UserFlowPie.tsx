import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { explainLoad } from '#api/refusals.ts'
import { nextWindow } from '#rules/calendar.ts'
import { ACCOUNT_FLOW_REFRESH_MS, FAILED_LOAD_RETRY_MS } from '#rules/timing.ts'
import { PieChart } from '#ui/PieChart.tsx'
import { Problem } from '#ui/Problem.tsx'
import { type FlowWindow, listServerFlowByUser } from './operations.ts'

/** Which users a server's traffic in a window belongs to. Spec 2. */
export function UserFlowPie({ serverId, window }: { serverId: number; window: FlowWindow }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { type, time, tz } = window
  const { data, error } = useQuery({
    ...listServerFlowByUser(serverId, window),
    // With the chart above, whose window may advance. Spec 2.
    refetchInterval: ({ state }) =>
      state.status === 'error'
        ? FAILED_LOAD_RETRY_MS
        : nextWindow(type, time, tz).from > Date.now() && ACCOUNT_FLOW_REFRESH_MS,
  })
  const title = t`Traffic by user`
  // The chart above already shows that there was none.
  if (data?.length === 0) return null
  const slices = (data ?? []).map(({ port, userName, flow }) => ({
    key: port,
    name: userName ? `${userName} · ${port}` : String(port),
    bytes: flow,
  }))
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {error && !data && <Problem>{i18n._(explainLoad(error))}</Problem>}
      {data && <PieChart title={title} slices={slices} />}
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
