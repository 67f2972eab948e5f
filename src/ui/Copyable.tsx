import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Checkmark20Regular, Copy20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { copyText } from './copy.ts'
import { ScreenReaderText } from './ScreenReaderText.tsx'

type Props = { text: string; label: string; shown?: string }

/** A port, key or link in monospace with a button that copies it and confirms. */
export function Copyable({ text, label, shown = text }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <span className={styles.row}>
      <span className={styles.text}>{shown}</span>
      <Button
        appearance="subtle"
        icon={copied ? <Checkmark20Regular /> : <Copy20Regular />}
        aria-label={copied ? t`Copied` : t`Copy ${label}`}
        onClick={() => void copy()}
      />
      <ScreenReaderText role="status">{copied ? t`Copied` : ''}</ScreenReaderText>
    </span>
  )
}

const useStyles = makeStyles({
  row: { display: 'inline-flex', alignItems: 'center', gap: '4px', minWidth: 0, maxWidth: '100%' },
  text: {
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: 'anywhere',
    textAlign: 'start',
  },
})
