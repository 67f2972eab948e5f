import { Button, makeStyles } from '@fluentui/react-components'
import { Edit20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { getSavedAnswers } from './operations.ts'

const AnswersSheet = lazy(() => import('./AnswersSheet.tsx'))

type Props = { onInsert: (text: string) => void; mayEdit: boolean }

/** The operator's own texts, each put into the box by a tap. */
export default function SavedAnswers({ onInsert, mayEdit }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { data } = useQuery(getSavedAnswers())
  const [editing, setEditing] = useState(false)
  if (!data || (data.answers.length === 0 && !mayEdit)) return null
  return (
    <div className={styles.row} role="group" aria-label={t`Saved answers`}>
      {data.answers.map((text) => (
        <Button
          key={text}
          shape="circular"
          className={styles.chip}
          title={text}
          onClick={() => onInsert(text)}
        >
          <span className={styles.text}>{text}</span>
        </Button>
      ))}
      {mayEdit && (
        <Button
          shape="circular"
          appearance="subtle"
          className={styles.chip}
          icon={<Edit20Regular />}
          onClick={() => setEditing(true)}
        >
          <Trans>Saved answers</Trans>
        </Button>
      )}
      {editing && (
        <Suspense>
          <AnswersSheet saved={data} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  // Room for the ring of the focus, which the scrolling would cut.
  row: { display: 'flex', gap: '8px', padding: '4px', overflowX: 'auto' },
  chip: { flexShrink: 0, minWidth: 0, maxWidth: '220px' },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})
