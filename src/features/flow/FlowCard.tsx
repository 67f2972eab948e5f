import { Button, makeStyles } from '@fluentui/react-components'
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import {
  type QueryKey,
  usePrefetchQuery,
  useQuery,
  type UseSuspenseQueryOptions,
} from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { borders, nextWindow, previousWindow, type TimeWindow, windowOf } from '#rules/calendar.ts'
import { ACCOUNT_FLOW_REFRESH_MS, FAILED_LOAD_RETRY_MS } from '#rules/timing.ts'
import { Card } from '#ui/Card.tsx'
import { Chart } from '#ui/Chart.tsx'
import { deviceZone, useNow } from '#ui/now.ts'
import { PeriodSwitch } from '#ui/PeriodSwitch.tsx'
import { Problem } from '#ui/Problem.tsx'
import { ScreenReaderText } from '#ui/ScreenReaderText.tsx'
import type { FlowWindow } from './operations.ts'
import { windowText } from './windowText.ts'

type Props<Key extends QueryKey> = {
  title: string
  /** The bytes of a window, slot by slot. */
  flow: (window: FlowWindow) => UseSuspenseQueryOptions<number[], ApiError, number[], Key>
  actions?: ReactNode
  kind?: 'bars' | 'area'
  /** More about the window in view, below its chart. */
  more?: (window: FlowWindow) => ReactNode
  /** When nothing was counted. */
  unknown?: readonly { from: number; to: number | null }[]
}

/** Traffic of an hour, a day or a week, and the way to earlier ones. Spec 2. */
export function FlowCard<Key extends QueryKey>(props: Props<Key>) {
  const { title, flow, actions, kind = 'bars', more, unknown } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const now = useNow()
  const tz = deviceZone()
  const [type, setType] = useState<Schema<'Period'>>('day')
  const [earlier, setEarlier] = useState<number | null>(null)
  const slots = borders(type, earlier ?? now, tz)
  const span = { from: slots[0] ?? now, to: slots.at(-1) ?? now }
  const isLatest = span.to > now
  const window = { type, time: span.from, tz }
  const { data, error } = useQuery({
    ...flow(window),
    refetchInterval: ({ state }) =>
      state.status === 'error' ? FAILED_LOAD_RETRY_MS : isLatest && ACCOUNT_FLOW_REFRESH_MS,
  })
  usePrefetchQuery(flow({ type, time: previousWindow(type, span.from, tz).from, tz }))

  const goTo = ({ from, to }: TimeWindow) => setEarlier(to > now ? null : from)
  const steps = {
    hour: [t`Previous hour`, t`Next hour`],
    day: [t`Previous day`, t`Next day`],
    week: [t`Previous week`, t`Next week`],
  }
  const [before, after] = steps[type]
  const name = windowText(type, span, i18n.locale, tz)
  return (
    <Card title={title} actions={actions}>
      <div className={styles.bar}>
        <PeriodSwitch
          value={type}
          onChange={(next) => {
            setType(next)
            if (earlier !== null) goTo(windowOf(next, earlier, tz))
          }}
        />
        <span className={styles.steps}>
          <Button
            appearance="subtle"
            icon={<ChevronLeft20Regular />}
            aria-label={before}
            title={before}
            onClick={() => goTo(previousWindow(type, span.from, tz))}
          />
          <Button
            appearance="subtle"
            icon={<ChevronRight20Regular />}
            aria-label={after}
            title={after}
            disabledFocusable={isLatest}
            onClick={() => goTo(nextWindow(type, span.from, tz))}
          />
        </span>
      </div>
      <ScreenReaderText role="status">{name}</ScreenReaderText>
      {error && !data ? (
        <Problem>{i18n._(explainLoad(error))}</Problem>
      ) : (
        <Chart
          title={name}
          borders={slots}
          values={data ?? []}
          kind={kind}
          period={type}
          loading={!data}
          now={now}
          {...(unknown && { unknown })}
        />
      )}
      {more?.(window)}
    </Card>
  )
}

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '8px' },
  steps: { display: 'flex', gap: '4px', marginInlineStart: 'auto' },
})
