import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { WATCH_MS } from '#rules/timing.ts'
import { Picture } from './Picture.tsx'
import type { Sentence } from './sentences.tsx'
import type { Watch } from './useWatch.ts'

type Props = Pick<Watch, 'watches' | 'secondsLeft'> & { sentence: Sentence; isFine: boolean }

/** The instruction to the person, then the result; announced when it changes. */
export function Finding({ watches, secondsLeft, sentence, isFine }: Props) {
  const styles = useStyles()
  const state = watches ? 'watching' : isFine ? 'good' : 'bad'
  return (
    <div className={styles.finding}>
      <Picture state={state} left={(secondsLeft * 1_000) / WATCH_MS} />
      <div role="status" className={styles.words}>
        <p className={styles.says}>
          {watches ? <Trans>Open the app and connect once</Trans> : sentence.says}
        </p>
        <p className={styles.why}>
          {watches ? (
            <Trans>Turn it off and on there, then open any page. We are watching.</Trans>
          ) : (
            sentence.why
          )}
        </p>
      </div>
      {watches && (
        <span className={styles.left} role="timer">
          <Trans>{secondsLeft} s left</Trans>
        </span>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  finding: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '12px' },
  words: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    textAlign: 'center',
    textWrap: 'balance',
    overflowWrap: 'anywhere',
  },
  says: {
    ...typographyStyles.subtitle1,
    margin: 0,
    // The name of a server may be Chinese: where words have spaces, it stays in one piece.
    ':lang(en)': { wordBreak: 'keep-all' },
    ':lang(ru)': { wordBreak: 'keep-all' },
  },
  why: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
  left: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
})
