import { makeStyles, ProgressBar, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { stateColours } from '#ui/theme.ts'
import { STATUS_NAMES } from './names.ts'

/** The progress of a job, as a bar and in numbers. */
export function JobProgress({ job }: { job: Schema<'Job'> }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { status, total, done, failed } = job
  const undoing = status === 'undoing'
  const undone = status === 'undone'
  const passed = done + failed
  return (
    <div className={styles.progress}>
      {(status === 'running' || undoing) && (
        <ProgressBar
          thickness="large"
          max={Math.max(1, total)}
          value={undoing ? total - done : passed}
          aria-label={t`Progress`}
        />
      )}
      <p className={styles.words}>
        <span className={styles.dot} style={{ backgroundColor: stateColours[colourOf(job)] }} />
        {/* Only the state is read out; the numbers change every second. */}
        <strong aria-live="polite">{i18n._(STATUS_NAMES[status])}</strong>
        <span>
          {undoing ? (
            <Trans>{done} left to undo</Trans>
          ) : undone ? (
            done > 0 && <Trans>{done} unchanged</Trans>
          ) : (
            <Trans>
              {done} of {total}
            </Trans>
          )}
        </span>
        {failed > 0 && (
          <span className={styles.failed}>
            <Trans>{failed} skipped</Trans>
          </span>
        )}
      </p>
    </div>
  )
}

/** How it went, at a glance; the words beside it say the same. */
function colourOf({ status, done, failed }: Schema<'Job'>): keyof typeof stateColours {
  if (status === 'running' || status === 'undoing') return 'blue'
  if (status !== 'done') return 'grey'
  if (failed === 0) return 'green'
  return done === 0 ? 'red' : 'amber'
}

const useStyles = makeStyles({
  progress: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  words: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '12px',
    margin: 0,
    fontVariantNumeric: 'tabular-nums',
  },
  dot: {
    width: '8px',
    height: '8px',
    marginInlineEnd: '-4px',
    borderRadius: tokens.borderRadiusCircular,
    forcedColorAdjust: 'none',
  },
  failed: { color: tokens.colorStatusDangerForeground1 },
})
