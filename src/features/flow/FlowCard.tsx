import { Button, makeStyles } from '@fluentui/react-components'
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { type QueryKey, useQuery, type UseSuspenseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import { useStatus } from '#device/status.ts'
import { ACCOUNT_FLOW_REFRESH_MS, FAILED_LOAD_RETRY_MS } from '#rules/timing.ts'
import { Card } from '#ui/Card.tsx'
import { Chart } from '#ui/Chart.tsx'
import { deviceZone, useNow } from '#ui/now.ts'
import { PeriodSwitch } from '#ui/PeriodSwitch.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Segments } from '#ui/Segments.tsx'
import { ScreenReaderText } from '#ui/ScreenReaderText.tsx'
import type { FlowWindow } from './operations.ts'
import {
  certain,
  comparable,
  COVERED,
  isCalendar,
  type Range,
  rangeBorders,
  ROLLING,
} from './ranges.ts'
import { windowText } from './windowText.ts'

type Props<Key extends QueryKey> = {
  title: string
  /** The bytes of a window, slot by slot. */
  flow: (window: FlowWindow) => UseSuspenseQueryOptions<number[], ApiError, number[], Key>
  actions?: ReactNode
  kind?: 'bars' | 'area'
  /** More about the window in view, below its chart. */
  more?: (window: FlowWindow, about: { isLatest: boolean; isLong: boolean }) => ReactNode
  /** When nothing was counted. */
  unknown?: readonly { from: number; to: number | null }[]
}

/** Traffic of an hour, a day or a week, or until now, and the way to earlier ones. Spec 2. */
export function FlowCard<Key extends QueryKey>(props: Props<Key>) {
  const { title, flow, actions, kind = 'bars', more, unknown } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const now = useNow()
  const tz = deviceZone()
  const [range, setRange] = useState<Range>('day')
  const [earlier, setEarlier] = useState<number | null>(null)
  const slots = rangeBorders(range, earlier ?? now, tz)
  const from = slots[0] ?? now
  const to = slots.at(-1) ?? now
  const isLatest = to > now
  const isLong = range === 'last30d' || range === 'last12m'
  const window = windowFor(range, slots, tz)
  const { data, error } = useQuery({
    ...flow(window),
    refetchInterval: ({ state }) =>
      state.status === 'error' ? FAILED_LOAD_RETRY_MS : isLatest && ACCOUNT_FLOW_REFRESH_MS,
  })
  // Without months there is no year before.
  const { monthsSince = Infinity } = useStatus() ?? {}
  const since = range === 'last12m' ? monthsSince : 0
  const pastSlots = rangeBorders(range, from - 1, tz)
  const past = { ...flow(windowFor(range, pastSlots, tz)) }
  const { data: before } = useQuery({ ...past, enabled: (pastSlots.at(-2) ?? 0) >= since })

  const goTo = (time: number) => {
    const end = rangeBorders(range, time, tz).at(-1) ?? now
    setEarlier(end > now ? null : time)
  }
  const steps: Record<string, readonly [string, string]> = {
    hour: [t`Previous hour`, t`Next hour`],
    day: [t`Previous day`, t`Next day`],
    week: [t`Previous week`, t`Next week`],
  }
  const [back, ahead] = steps[range] ?? [t`Earlier`, t({ message: 'Later', context: 'of a chart' })]
  const rolling = {
    last24h: t`24 h`,
    last7d: t`7 days`,
    last30d: t`30 days`,
    last12m: t`12 months`,
  }
  const choose = (next: Range) => {
    setRange(next)
    // What ends now is meant to end now; a day of the past stays in view.
    if (
      earlier !== null &&
      (!isCalendar(next) || (rangeBorders(next, earlier, tz).at(-1) ?? 0) > now)
    )
      setEarlier(null)
  }
  const name = windowText(range, { from, to }, i18n.locale, tz)
  return (
    <Card title={title} actions={actions}>
      <div className={styles.bar}>
        <PeriodSwitch value={isCalendar(range) ? range : undefined} onChange={choose} />
        <span className={styles.steps}>
          <Button
            appearance="subtle"
            icon={<ChevronLeft20Regular />}
            aria-label={back}
            title={back}
            // Where nothing earlier is known.
            disabledFocusable={since !== Infinity && from <= since}
            onClick={() => goTo(from - 1)}
          />
          <Button
            appearance="subtle"
            icon={<ChevronRight20Regular />}
            aria-label={ahead}
            title={ahead}
            disabledFocusable={isLatest}
            onClick={() => goTo(isCalendar(range) ? to : to + (to - from) - 1)}
          />
        </span>
        <Segments
          label={t`Until now`}
          value={isCalendar(range) ? undefined : range}
          choices={ROLLING.map((value) => ({ value, label: rolling[value] }))}
          onChange={choose}
        />
      </div>
      <ScreenReaderText role="status">{name}</ScreenReaderText>
      {error && !data ? (
        <Problem>{i18n._(explainLoad(error))}</Problem>
      ) : (
        <Chart
          title={name}
          borders={slots}
          values={certain(slots, data ?? [], since === Infinity ? 0 : since)}
          kind={kind}
          period={COVERED[range]}
          before={comparable(pastSlots, before, since)}
          loading={!data}
          now={now}
          {...(unknown && { unknown })}
        />
      )}
      {more?.(window, { isLatest, isLong })}
    </Card>
  )
}

/** What the server is asked for; calendars it cuts by itself, also older ones. */
const windowFor = (range: Range, slots: number[], tz: string): FlowWindow =>
  isCalendar(range) ? { type: range, time: slots[0] ?? 0, tz } : { time: slots, tz }

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  // On a phone beside the first switch, else at the end of the line.
  steps: {
    display: 'flex',
    gap: '4px',
    marginInlineStart: 'auto',
    '@media (min-width: 600px)': { order: 1 },
  },
})
