import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schema } from '#contract'
import { getServerFlow, getServerLastHour } from '#features/flow/operations.ts'
import { formatFlow } from '#rules/flow.ts'
import { SERVER_LIST_REFRESH_MS } from '#rules/timing.ts'
import { Amount } from '#ui/Amount.tsx'
import { deviceZone, useNow } from '#ui/now.ts'
import { Sparkline } from '#ui/Sparkline.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { serverColour, ServerState } from './ServerState.tsx'
import { addressesOf } from './state.ts'
import { trafficBorders, trafficOf } from './traffic.ts'

/** One server in the list: what it is, how it is, and what it carries. Spec 2. */
export function ServerRow({ server }: { server: Schema<'Server'> }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const now = useNow()
  const tz = deviceZone()
  const { id, name, type, host, portCount } = server
  const times = { time: trafficBorders(now, tz), tz }
  const flow = useQuery({ ...getServerFlow(id, times), refetchInterval: SERVER_LIST_REFRESH_MS })
  const hour = useQuery({ ...getServerLastHour(id), refetchInterval: SERVER_LIST_REFRESH_MS })
  const traffic = flow.data && trafficOf(flow.data, now, tz)
  const lastHour = hour.data?.flow ?? []
  const total = formatFlow(
    lastHour.reduce((sum, bytes) => sum + bytes, 0),
    i18n.locale,
  )
  const amount = (bytes: number | undefined) =>
    bytes === undefined ? '–' : <Amount bytes={bytes} />

  return (
    <Link to="/admin/server/$serverId" params={{ serverId: id }} className={styles.row}>
      <span className={styles.bar} style={{ backgroundColor: serverColour(server) }} />
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>
          {type} · {addressesOf(host).node}
        </span>
      </span>
      <span className={styles.state}>
        <ServerState server={server} />
      </span>
      <span className={styles.figures}>
        <Figure name={<Trans>Today</Trans>}>{amount(traffic?.today)}</Figure>
        <Figure name={<Trans>This week</Trans>}>{amount(traffic?.week)}</Figure>
        <Figure name={<Trans>This month</Trans>}>{amount(traffic?.month)}</Figure>
        <Figure name={<Trans>Ports</Trans>}>{portCount ?? '–'}</Figure>
      </span>
      <span className={styles.spark}>
        {hour.data && <Sparkline label={t`Last hour: ${total}`} values={lastHour} />}
      </span>
    </Link>
  )
}

/** The names of the columns, on screens wide enough to have them. */
export function ServerColumns() {
  const styles = useStyles()
  return (
    <div className={mergeClasses(styles.row, styles.header)} aria-hidden>
      <span className={styles.bar} />
      <span className={styles.who}>
        <Trans>Server</Trans>
      </span>
      <span className={styles.state}>
        <Trans>State</Trans>
      </span>
      <span className={styles.column}>
        <Trans>Today</Trans>
      </span>
      <span className={styles.column}>
        <Trans>This week</Trans>
      </span>
      <span className={styles.column}>
        <Trans>This month</Trans>
      </span>
      <span className={styles.column}>
        <Trans>Ports</Trans>
      </span>
      <span className={styles.spark}>
        <Trans>Last hour</Trans>
      </span>
    </div>
  )
}

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  const styles = useStyles()
  return (
    <span className={styles.figure}>
      <span className={styles.label}>{name} </span>
      {children}
    </span>
  )
}

const useStyles = makeStyles({
  row: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gridTemplateAreas: '"who spark" "state state" "figures figures"',
    columnGap: '12px',
    rowGap: '4px',
    padding: '12px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    [DESKTOP]: {
      gridTemplateColumns: 'minmax(0, 1fr) 200px repeat(3, 88px) 56px 88px',
      gridTemplateAreas: 'none',
      alignItems: 'center',
      minHeight: '52px',
      paddingBlock: '6px',
    },
  },
  header: {
    display: 'none',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    ':hover': { backgroundColor: 'transparent' },
    [DESKTOP]: { display: 'grid', minHeight: '36px' },
  },
  bar: {
    position: 'absolute',
    insetBlock: '0',
    left: '0',
    width: '3px',
    forcedColorAdjust: 'none',
  },
  who: {
    gridArea: 'who',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    [DESKTOP]: { gridArea: 'auto' },
  },
  name: {
    ...typographyStyles.body1Strong,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  quiet: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  state: { gridArea: 'state', [DESKTOP]: { gridArea: 'auto' } },
  figures: {
    gridArea: 'figures',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '20px',
    rowGap: '4px',
    [DESKTOP]: { display: 'contents' },
  },
  figure: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    fontVariantNumeric: 'tabular-nums',
    [DESKTOP]: { display: 'block', textAlign: 'right' },
  },
  label: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground3,
    // On large screens the column says it; screen readers still hear it with each value.
    [DESKTOP]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
  column: { textAlign: 'right' },
  spark: { gridArea: 'spark', justifySelf: 'end', [DESKTOP]: { gridArea: 'auto' } },
})
