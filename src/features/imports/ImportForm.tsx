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
import { SelectField } from '#ui/SelectField.tsx'
import { saveText } from '#ui/saveText.ts'
import { Segments } from '#ui/Segments.tsx'
import { ImportResult } from './ImportResult.tsx'
import { ImportWords } from './ImportWords.tsx'
import { previewImportRefusals } from './messages.ts'
import { previewImport } from './operations.ts'
import { EXAMPLES, SOLD_EXAMPLE } from './examples.ts'
import { type Encoding, ENCODINGS, isCertain } from './encodings.ts'
import { MOST_BYTES, readTableFile } from './tableFile.ts'

type Of = Schema<'ImportTable'>['of']

type Props = {
  /** What may be imported; the first is chosen. */
  kinds: readonly Of[]
  /** Accounts are sold: their plans say what they are. */
  sells: boolean
  onStarted: (jobId: number) => void
}

/** Asks for a table, shows what would happen, and begins it. */
export function ImportForm({ kinds, sells, onStarted }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  const [of, setOf] = useState<Of>(kinds[0] ?? 'user')
  const [file, setFile] = useState<{ blob: File; table: string; encoding: Encoding }>()
  const [wrong, setWrong] = useState<string>()
  const preview = useMutation(previewImport)
  const names: Record<Of, string> = { user: t`Users`, account: t`Accounts`, plan: t`Plans` }
  const forget = () => {
    preview.reset()
    setFile(undefined)
    setWrong(undefined)
  }
  const pick = async (chosen: File, encoding?: Encoding) => {
    forget()
    if (chosen.size > MOST_BYTES) return setWrong(t`The file is larger than 5 MB.`)
    try {
      const read = await readTableFile(chosen, { encoding, language: i18n.locale })
      setFile({ blob: chosen, ...read })
      preview.mutate({ of, table: read.table })
    } catch {
      setWrong(t`This file contains no text. Save the table as CSV and choose that file.`)
    }
  }
  return (
    <>
      <Card>
        {kinds.length > 1 && (
          <Segments
            wide
            label={t`What to import`}
            value={of}
            choices={kinds.map((value) => ({ value, label: names[value] }))}
            onChange={(next) => {
              forget()
              setOf(next)
            }}
          />
        )}
        <p className={styles.words}>
          <ImportWords of={of} sells={sells} />
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
            onClick={() =>
              saveText(`${of}s.csv`, of === 'account' && sells ? SOLD_EXAMPLE : EXAMPLES[of])
            }
          >
            <Trans>Download an example</Trans>
          </Button>
        </div>
        {wrong && <Problem>{wrong}</Problem>}
        {file && !isCertain(file.encoding) && (
          <SelectField
            label={t`Encoding of the file`}
            hint={t`Found by what is in it. Choose another one if names below look wrong.`}
            value={file.encoding}
            choices={ENCODINGS.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(encoding) => void pick(file.blob, encoding)}
          />
        )}
        {preview.error && (
          <Problem>{i18n._(explain(preview.error, previewImportRefusals))}</Problem>
        )}
        <ManualLink to="moving.html" />
      </Card>
      {file && preview.data && (
        <ImportResult
          of={of}
          file={{ name: file.blob.name, table: file.table }}
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
