import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { getServerLastHour } from '#features/flow/operations.ts'
import { formatFlow } from '#rules/flow.ts'
import { SERVER_LIST_REFRESH_MS } from '#rules/timing.ts'
import { Amount } from '#ui/Amount.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { Sparkline } from '#ui/Sparkline.tsx'
import { UsageBar } from '#ui/UsageBar.tsx'
import { FLEET_COLUMNS } from './fleetGrid.ts'
import { LightCell } from './LightCell.tsx'
import { LIGHTS, rateText, worstState } from '#rules/lights.ts'
import { addressesOf } from './state.ts'

type Props = { server: Schema<'Server'>; lights: Schema<'ServerLights'> }

/** One server in the overview: its three lights, what it carries now, and its month. */
export function FleetRow({ server, lights }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { id, name, type, host } = server
  const worst = worstState(lights)
  const hour = useQuery({ ...getServerLastHour(id), refetchInterval: SERVER_LIST_REFRESH_MS })
  const lastHour = hour.data?.flow ?? []
  const total = formatFlow(
    lastHour.reduce((sum, bytes) => sum + bytes, 0),
    i18n.locale,
  )
  return (
    <Link
      to="/admin/server/$serverId"
      params={{ serverId: id }}
      className={mergeClasses(
        styles.row,
        worst === 'red' && styles.red,
        worst === 'amber' && styles.amber,
      )}
    >
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>
          {type} · {addressesOf(host).node}
        </span>
      </span>
      <span className={styles.lights}>
        {LIGHTS.map((light) => (
          <LightCell key={light} lights={lights} name={light} />
        ))}
      </span>
      <span className={styles.now}>
        <span className={styles.spark}>
          {lastHour.length > 0 && <Sparkline label={t`Last hour: ${total}`} values={lastHour} />}
        </span>
        <span className={styles.rate}>{rateText(lights.up + lights.down, i18n.locale)}</span>
      </span>
      <span className={styles.month}>
        <span className={styles.label}>
          <Trans>This month</Trans>
        </span>
        {lights.monthLimit === null ? (
          <Amount bytes={lights.month} />
        ) : (
          <UsageBar
            used={lights.machineMonth ?? lights.month}
            quota={lights.monthLimit}
            size="small"
          />
        )}
      </span>
    </Link>
  )
}

const edge = (colour: string) => ({ boxShadow: `inset 3px 0 0 ${colour}` })

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '8px 16px',
    padding: '12px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    [DESKTOP]: { gridTemplateColumns: FLEET_COLUMNS, alignItems: 'center' },
  },
  red: edge(tokens.colorStatusDangerBackground3),
  amber: edge(tokens.colorStatusWarningBackground3),
  who: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  name: { ...typographyStyles.body1Strong, overflowWrap: 'anywhere' },
  quiet: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  lights: {
    gridColumn: '1 / -1',
    gridRow: '2',
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: '8px',
    [DESKTOP]: { display: 'contents' },
  },
  now: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '12px',
    fontVariantNumeric: 'tabular-nums',
  },
  spark: { display: 'none', [DESKTOP]: { display: 'block', width: '72px' } },
  rate: { [DESKTOP]: { minWidth: '80px', textAlign: 'end' } },
  month: {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'baseline',
    gap: '8px',
    minWidth: 0,
    fontVariantNumeric: 'tabular-nums',
    '> div': { flexGrow: 1 },
    [DESKTOP]: { gridColumn: 'auto', justifyContent: 'flex-end' },
  },
  label: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground3,
    [DESKTOP]: { display: 'none' },
  },
})
