import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Shared } from '#device/sharedStore.ts'
import { Problem } from '#ui/Problem.tsx'
import { SHARE_PROBLEMS } from './attachments.ts'

type Props = { shared: Shared; children: ReactNode; onDiscard: () => void }

/** Says that something was shared from another app, what of it was left out, and discards it. */
export function SharedLine({ shared, children, onDiscard }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const { text, pictures, problem } = shared
  return (
    <div className={styles.lines}>
      {(text !== '' || pictures.length > 0) && (
        <Problem intent="info">
          <div className={styles.line}>
            <span className={styles.words}>{children}</span>
            <Button size="small" onClick={onDiscard}>
              <Trans context="a draft">Discard</Trans>
            </Button>
          </div>
        </Problem>
      )}
      {problem && <Problem intent="warning">{i18n._(SHARE_PROBLEMS[problem])}</Problem>}
    </div>
  )
}

const useStyles = makeStyles({
  lines: { display: 'flex', flexDirection: 'column', gap: '8px', width: '100%' },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  words: { flex: '1 1 200px' },
})
