import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import type { SaveState } from './autosave.ts'

type Props = { state: SaveState | 'unsound'; onRetry: () => void }

/** The save state of a page that saves itself, shown near the title. */
export function SaveStatus({ state, onRetry }: Props) {
  const styles = useStyles()
  return (
    <span className={styles.row}>
      <span role="status" className={styles.word}>
        {state === 'saving' && <Trans>Saving…</Trans>}
        {state === 'saved' && <Trans>Saved</Trans>}
        {state === 'failed' && <Trans>Not saved</Trans>}
        {state === 'unsound' && <Trans>Not saved yet</Trans>}
      </span>
      {state === 'failed' && (
        <Button size="small" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </span>
  )
}

const useStyles = makeStyles({
  row: { display: 'inline-flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  word: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
})
