import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#ui/Card.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { useNow } from '#ui/now.ts'
import { listUnexpectedEnds } from './operations.ts'

const DAY_MS = 86_400_000

/** Says that the console ended unasked within a day, how often, and why; nothing otherwise. */
export function EndsCard() {
  const { t } = useLingui()
  const now = useNow()
  const { data = [] } = useQuery(listUnexpectedEnds())
  const recent = data.filter(({ time }) => time > now - DAY_MS)
  const [last] = recent
  if (!last) return null
  const times = recent.length
  const causes = {
    memory: t`It ran out of memory. Give the machine or the console more.`,
    error: t`An error in the console ended it. The log says which one.`,
    machine: t`The machine went down without stopping it first.`,
    killed: t`It was killed: by somebody, or by a system that was short of memory.`,
  }
  return (
    <Card title={t`The console ended unexpectedly`}>
      <Problem intent="warning">{causes[last.cause]}</Problem>
      <p>
        <Trans>Everything that was saved is there.</Trans>
      </p>
      <p>
        <Trans>
          Started again: <Moment time={last.time} />.
        </Trans>
      </p>
      {times > 1 && (
        <p>{t`${plural(times, { one: '# time in 24 hours.', other: '# times in 24 hours.' })}`}</p>
      )}
      <ManualLink to="trouble.html#the-console-ended" />
    </Card>
  )
}
