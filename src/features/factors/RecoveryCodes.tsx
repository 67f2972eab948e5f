import { Button, makeStyles, tokens } from '@fluentui/react-components'
import {
  ArrowDownload20Regular,
  Checkmark20Regular,
  Copy20Regular,
  Print20Regular,
} from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { copyText } from '#ui/copy.ts'
import { Problem } from '#ui/Problem.tsx'
import { usePageMark } from '#ui/pageMark.ts'
import { saveText } from '#ui/saveText.ts'
import { Sheet } from '#ui/Sheet.tsx'

type Props = { codes: readonly string[]; site: string; onClose: () => void }

/** The recovery codes, the only time they are shown: to copy, save or print. */
export function RecoveryCodes({ codes, site, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  usePageMark('printing')
  const place = site.replace(/^https?:\/\//, '')
  const text = `${t`Recovery codes for ${place}`}\n\n${codes.join('\n')}\n`
  const list = (
    <ol className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ol>
  )
  return (
    <>
      <Sheet
        alert
        title={t`Save your recovery codes`}
        onClose={onClose}
        actions={
          <Button appearance="primary" onClick={onClose}>
            <Trans>I saved them</Trans>
          </Button>
        }
      >
        <Problem intent="warning">
          <Trans>
            They are shown only now. Each logs you in once when phone or passkey is lost.
          </Trans>
        </Problem>
        {list}
        <div className={styles.actions}>
          <Button
            size="large"
            icon={copied ? <Checkmark20Regular /> : <Copy20Regular />}
            onClick={() => void copyText(text).then(setCopied)}
          >
            {copied ? <Trans>Copied</Trans> : <Trans>Copy all</Trans>}
          </Button>
          <Button
            size="large"
            icon={<ArrowDownload20Regular />}
            onClick={() => saveText('recovery-codes.txt', text, 'text/plain')}
          >
            <Trans>Save</Trans>
          </Button>
          <Button size="large" icon={<Print20Regular />} onClick={() => print()}>
            <Trans>Print</Trans>
          </Button>
        </div>
      </Sheet>
      {createPortal(
        <div className={styles.paper} aria-hidden data-print>
          <h1>{t`Recovery codes for ${place}`}</h1>
          {list}
        </div>,
        document.body,
      )}
    </>
  )
}

const useStyles = makeStyles({
  codes: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
    gap: '8px 16px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase400,
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  paper: { display: 'none', '@media print': { display: 'block', padding: '2cm' } },
})
