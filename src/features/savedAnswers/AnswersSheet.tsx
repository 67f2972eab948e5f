import { Button, Field, makeStyles, Textarea } from '@fluentui/react-components'
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Answer } from '#contract'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { editSavedAnswersRefusals } from './messages.ts'
import { editSavedAnswers } from './operations.ts'

type Props = { saved: Answer<'getSavedAnswers'>; onClose: () => void }

const MAX_ANSWERS = 50

/** Changes the texts that all admins put into messages; those left empty go. */
export default function AnswersSheet({ saved, onClose }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const saving = useMutation(editSavedAnswers)
  const [rows, setRows] = useState(() => [...saved.answers, ''].map((text, key) => ({ key, text })))
  return (
    <Sheet
      alert
      title={t`Saved answers`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (saving.isPending) return
        const answers = [...new Set(rows.map(({ text }) => text.trim()))].filter(Boolean)
        saving.mutate(
          { data: { answers }, ...(saved.revision && { revision: saved.revision }) },
          { onSuccess: onClose },
        )
      }}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={saving.isPending}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      {rows.map(({ key, text }, at) => {
        const number = at + 1
        return (
          <div key={key} className={styles.row}>
            <Field className={styles.field} label={t`Answer ${number}`}>
              <Textarea
                value={text}
                maxLength={4096}
                onChange={(_event, { value }) =>
                  setRows(rows.map((row) => (row.key === key ? { key, text: value } : row)))
                }
              />
            </Field>
            <Button
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={t`Delete answer ${number}`}
              onClick={() => setRows(rows.filter((row) => row.key !== key))}
            />
          </div>
        )
      })}
      {rows.length < MAX_ANSWERS && (
        <Button
          icon={<Add20Regular />}
          onClick={() =>
            setRows([...rows, { key: Math.max(0, ...rows.map((row) => row.key)) + 1, text: '' }])
          }
        >
          <Trans>Add an answer</Trans>
        </Button>
      )}
      {saving.error && <Problem>{i18n._(explain(saving.error, editSavedAnswersRefusals))}</Problem>}
    </Sheet>
  )
}

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'flex-end', gap: '8px' },
  field: { flexGrow: 1, minWidth: 0 },
})
