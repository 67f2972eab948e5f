import { makeStyles, tokens } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { listText } from '#rules/formats.ts'
import { momentText } from '#ui/moments.ts'
import { Problem } from '#ui/Problem.tsx'
import { problemName } from './names.ts'

type Props = { preview: Schema<'JobPreview'>; of: 'account' | 'user' }

/** The subjects of a dry run: how many, the first of them, and those it cannot be done to. */
export function PreviewFacts({ preview, of }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { total, sample, problems } = preview
  const first = sample.length
  const others = total - first
  const good = sample.filter(({ problem }) => !problem).map(({ label }) => label)
  const moved = sample.filter(({ movedTo }) => movedTo !== undefined).slice(0, SHOWN)
  const names = listText(good, i18n.locale)
  // Many are left out for the same reason, and its sentence is long.
  const byProblem = new Map<string, string[]>()
  for (const { label, problem } of sample)
    if (problem) byProblem.set(problem, [...(byProblem.get(problem) ?? []), label])
  if (total === 0)
    return (
      <Problem intent="warning">
        {of === 'account' ? (
          <Trans>No account this applies to.</Trans>
        ) : (
          <Trans>No user this applies to.</Trans>
        )}
      </Problem>
    )
  return (
    <section className={styles.facts} aria-label={t`Preview`}>
      <p className={styles.count} role="status">
        {of === 'account'
          ? t`${plural(total, { one: '# account', other: '# accounts' })}`
          : t`${plural(total, { one: '# user', other: '# users' })}`}
      </p>
      {preview.past !== undefined && preview.past > 0 && (
        <Problem intent="warning">
          {t`${plural(preview.past, {
            one: '# account would have ended already, and is closed at once.',
            other: '# accounts would have ended already, and are closed at once.',
          })}`}
        </Problem>
      )}
      {moved.length > 0 && (
        <ul className={styles.moves} aria-label={t`From when to when`}>
          {moved.map(({ id, label, ends = 0, movedTo = 0 }) => (
            <li key={id} className={styles.move}>
              <strong>{label}</strong>
              <span>
                {momentText(ends, i18n.locale)} → {momentText(movedTo, i18n.locale)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {good.length > 0 && (
        <p className={styles.names}>
          {others > 0 ? (
            <Trans>
              {names} and {others} more
            </Trans>
          ) : (
            names
          )}
        </p>
      )}
      {problems > 0 && (
        <Problem intent="warning">
          {others > 0
            ? t`${plural(problems, {
                one: 'Of the first few, # is skipped:',
                other: 'Of the first few, # are skipped:',
              })}`
            : t`${plural(problems, { one: '# is skipped:', other: '# are skipped:' })}`}
          <ul className={styles.problems}>
            {[...byProblem].map(([problem, labels]) => (
              <li key={problem}>
                {i18n._(problemName(problem, of))} <strong>{listText(labels, i18n.locale)}</strong>
              </li>
            ))}
          </ul>
        </Problem>
      )}
    </section>
  )
}

/** Of how many it is said what becomes of them. */
const SHOWN = 5

const useStyles = makeStyles({
  moves: { margin: 0, padding: 0, listStyleType: 'none' },
  move: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '12px',
    fontVariantNumeric: 'tabular-nums',
  },
  facts: { display: 'flex', flexDirection: 'column', gap: '8px' },
  count: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  names: {
    margin: 0,
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  problems: { margin: 0, paddingInlineStart: '20px', maxHeight: '120px', overflowY: 'auto' },
})
