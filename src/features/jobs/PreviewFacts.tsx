import { makeStyles, tokens } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { listText } from '#rules/formats.ts'
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

const useStyles = makeStyles({
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
