import { Button, Field, makeStyles, Textarea } from '@fluentui/react-components'
import { Checkmark20Regular, Copy20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { copyText } from './copy.ts'
import { ScreenReaderText } from './ScreenReaderText.tsx'

type Props = {
  text: string
  /** The words on the button. */
  children: ReactNode
  primary?: boolean
  className?: string
}

/** A button that copies a text and confirms it; where the browser refuses, the text to copy by hand. */
export function CopyAction({ text, children, primary, className }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [copied, setCopied] = useState<'yes' | 'refused' | null>(null)
  const copy = async () => {
    const done = await copyText(text)
    setCopied(done ? 'yes' : 'refused')
    if (done) setTimeout(() => setCopied(null), 2000)
  }
  return (
    <>
      <Button
        appearance={primary ? 'primary' : 'secondary'}
        size={primary ? 'large' : 'medium'}
        className={className}
        icon={copied === 'yes' ? <Checkmark20Regular /> : <Copy20Regular />}
        onClick={() => void copy()}
      >
        {copied === 'yes' ? <Trans>Copied</Trans> : children}
      </Button>
      <ScreenReaderText role="status">{copied === 'yes' && <Trans>Copied</Trans>}</ScreenReaderText>
      {copied === 'refused' && (
        <Field label={t`Copy it from here`} className={styles.text}>
          <Textarea readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        </Field>
      )}
    </>
  )
}

const useStyles = makeStyles({ text: { width: '100%', order: 1 } })
