import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { DataTrendingRegular, TableRegular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import type uPlot from 'uplot'
import { Amount } from './Amount.tsx'
import { ChartTable } from './ChartTable.tsx'
import { type Covered, gapsOf, slotsOf } from './chartOptions.ts'
import { Plot } from './Plot.tsx'

type Props = {
  title: string
  /** The moments between which traffic was counted, ms; one more than values. */
  borders: readonly number[]
  /** Bytes between one border and the next; null is not known. */
  values: readonly (number | null)[]
  kind: 'bars' | 'area'
  period: Covered
  /** Bytes of the same slots in the period before, to compare with. */
  before?: readonly (number | null)[] | undefined
  loading?: boolean
  /** Slots that begin after this moment, ms, are not drawn, instead of drawn as 0. */
  now?: number
  /** The time zone of the labels; the device's unless given. */
  timeZone?: string
  /** When nothing was counted, ms; the traffic of that time is added where counting went on. */
  unknown?: readonly { from: number; to: number | null }[]
}

const HEIGHT_PX = 220
const NONE: NonNullable<Props['unknown']> = []

/** Shows traffic over time: a drawing with the value under the finger, or a table. */
export function Chart(props: Props) {
  const { title, borders, values, kind, period, loading, now = Infinity, timeZone } = props
  const { unknown = NONE, before } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const library = useLibrary()
  const [table, setTable] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  const { locale } = i18n
  // Memoized by hand, because a new list redraws the chart from scratch.
  const slots = useMemo(
    () => slotsOf(borders, period, locale, timeZone),
    [borders, period, locale, timeZone],
  )
  // Only what goes on grows with the time.
  const until = unknown.some(({ to }) => to === null) ? now : Infinity
  const gaps = useMemo(() => gapsOf(borders, unknown, until), [borders, unknown, until])
  const begun = slots.filter((_, slot) => (borders[slot] ?? 0) <= now).length
  const total = sumOf(values)
  const shown = at !== null && at < begun && !loading ? at : null
  const toggle = table ? t`Show as chart` : t`Show as table`

  const content = () => {
    if (loading || (!library && total > 0)) return <Skeleton />
    if (total === 0)
      return (
        <p className={styles.empty}>
          <Trans>No traffic in this period</Trans>
        </p>
      )
    if (table || !library || library === 'missing')
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must be able to scroll it
        <section className={styles.scroll} aria-label={title} tabIndex={0}>
          <ChartTable {...{ title, slots, values, before }} />
        </section>
      )
    return (
      <Plot
        {...{ library, title, slots, values, before, kind, begun, gaps, at: shown, onPoint: setAt }}
      />
    )
  }

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.header}>
        <span className={styles.title}>{title}</span>
        <Button
          className={library === 'missing' || total === 0 ? styles.hidden : undefined}
          appearance="subtle"
          icon={table ? <DataTrendingRegular /> : <TableRegular />}
          aria-label={toggle}
          title={toggle}
          onClick={() => setTable(!table)}
        />
      </figcaption>
      <div className={styles.readout}>
        {loading ? (
          '\u00a0'
        ) : (
          <>
            <span className={styles.value}>
              <Amount bytes={total} />
            </span>
            <span className={styles.time}>
              <Trans>Total</Trans>
            </span>
            {/* A part of it is nothing to compare with. */}
            {before && !before.includes(null) && (
              <span className={styles.time}>
                <Trans>
                  Before: <Amount bytes={sumOf(before)} />
                </Trans>
              </span>
            )}
          </>
        )}
      </div>
      <div className={styles.box} aria-busy={loading}>
        {content()}
      </div>
      {gaps.length > 0 && total > 0 && !loading && (
        <p className={styles.gaps}>
          <Trans>Shaded: the server did not report. What it carried then is counted later.</Trans>
        </p>
      )}
    </figure>
  )
}

const sumOf = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0)

/** The drawing library, which comes only when a chart is seen; missing when offline without it. */
function useLibrary() {
  const [library, setLibrary] = useState<typeof uPlot | 'missing'>()
  useEffect(() => {
    let wanted = true
    import('uplot').then(
      (module) => wanted && setLibrary(() => module.default),
      () => wanted && setLibrary('missing'),
    )
    return () => {
      wanted = false
    }
  }, [])
  return library
}

const HEIGHTS = ['30%', '44%', '38%', '62%', '54%', '78%', '66%', '48%', '70%', '58%', '36%', '42%']

function Skeleton() {
  const styles = useStyles()
  return (
    <div className={styles.skeleton}>
      {HEIGHTS.map((height) => (
        <span key={height} className={styles.stencil} style={{ height }} />
      ))}
    </div>
  )
}

const useStyles = makeStyles({
  figure: { margin: 0, minWidth: 0, fontVariantNumeric: 'tabular-nums' },
  header: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  title: { ...typographyStyles.subtitle2, flexGrow: 1, minWidth: 0 },
  hidden: { visibility: 'hidden' },
  readout: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalS,
    minHeight: tokens.lineHeightBase500,
    marginBottom: tokens.spacingVerticalS,
  },
  value: { ...typographyStyles.subtitle1, fontWeight: tokens.fontWeightRegular },
  time: { color: tokens.colorNeutralForeground3 },
  gaps: { margin: '4px 0 0', color: tokens.colorNeutralForeground3 },
  box: { position: 'relative', height: `${HEIGHT_PX}px` },
  scroll: { height: '100%', overflowY: 'auto' },
  empty: {
    display: 'grid',
    placeItems: 'center',
    height: '100%',
    color: tokens.colorNeutralForeground3,
  },
  skeleton: {
    display: 'flex',
    alignItems: 'flex-end',
    height: '100%',
    columnGap: '4%',
    paddingBottom: '22px',
    animationName: { from: { opacity: 0 } },
    animationDuration: '150ms',
    animationDelay: '150ms',
    animationFillMode: 'backwards',
  },
  stencil: {
    flexGrow: 1,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralStencil1,
  },
})
