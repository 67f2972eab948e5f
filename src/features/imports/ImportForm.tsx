import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownload20Regular, DocumentTable20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Problem } from '#ui/Problem.tsx'
import { saveText } from '#ui/saveText.ts'
import { Segments } from '#ui/Segments.tsx'
import { ImportResult } from './ImportResult.tsx'
import { previewImportRefusals } from './messages.ts'
import { previewImport } from './operations.ts'
import { EXAMPLES, MOST_BYTES, readText } from './tableFile.ts'

type Of = Schema<'ImportTable'>['of']

/** Asks for a table, shows what would happen, and begins it. */
export function ImportForm({ onStarted }: { onStarted: (jobId: number) => void }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  const [of, setOf] = useState<Of>('user')
  const [file, setFile] = useState<{ name: string; table: string }>()
  const [wrong, setWrong] = useState<string>()
  const preview = useMutation(previewImport)
  const forget = () => {
    preview.reset()
    setFile(undefined)
    setWrong(undefined)
  }
  const pick = async (chosen: File) => {
    forget()
    if (chosen.size > MOST_BYTES) return setWrong(t`The file is larger than 5 MB.`)
    try {
      const table = await readText(chosen)
      setFile({ name: chosen.name, table })
      preview.mutate({ of, table })
    } catch {
      setWrong(t`This file contains no text. Save the table as CSV and choose that file.`)
    }
  }
  return (
    <>
      <Card>
        <Segments
          wide
          label={t`What to import`}
          value={of}
          choices={[
            { value: 'user', label: t`Users` },
            { value: 'account', label: t`Accounts` },
          ]}
          onChange={(next) => {
            forget()
            setOf(next)
          }}
        />
        <p className={styles.words}>
          {of === 'user' ? (
            <Trans>
              A CSV file with the email addresses of the users. Users without a password in it set
              one with “Reset password”. Groups are found by their names.
            </Trans>
          ) : (
            <Trans>
              A CSV file with the ports of the accounts. Owners are found by their email addresses,
              plans by their names. Passwords that are missing are generated.
            </Trans>
          )}
        </p>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv"
          aria-label={t`Table`}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) void pick(chosen)
            // The same file can be chosen once more after it was mended.
            target.value = ''
          }}
        />
        <div className={styles.actions}>
          <Button
            size="large"
            appearance={file ? 'secondary' : 'primary'}
            icon={<DocumentTable20Regular />}
            disabledFocusable={preview.isPending}
            onClick={() => picker.current?.click()}
          >
            {preview.isPending ? (
              <Trans>Reading…</Trans>
            ) : file ? (
              <Trans>Choose another file</Trans>
            ) : (
              <Trans>Choose a file</Trans>
            )}
          </Button>
          <Button
            size="large"
            appearance="subtle"
            icon={<ArrowDownload20Regular />}
            onClick={() => saveText(of === 'user' ? 'users.csv' : 'accounts.csv', EXAMPLES[of])}
          >
            <Trans>Download an example</Trans>
          </Button>
        </div>
        {wrong && <Problem>{wrong}</Problem>}
        {preview.error && (
          <Problem>{i18n._(explain(preview.error, previewImportRefusals))}</Problem>
        )}
        <ManualLink to="moving.html" />
      </Card>
      {file && preview.data && (
        <ImportResult
          of={of}
          file={file}
          preview={preview.data}
          onStarted={(jobId) => {
            forget()
            onStarted(jobId)
          }}
        />
      )}
    </>
  )
}

const useStyles = makeStyles({
  words: { margin: 0, color: tokens.colorNeutralForeground2 },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    '& > button': { minHeight: '44px' },
    '@media (max-width: 599px)': { '& > button': { flexGrow: 1 } },
  },
})
