import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Checkmark20Regular, Copy20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { copyText } from '#ui/copy.ts'
import { Problem } from '#ui/Problem.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Sheet } from '#ui/Sheet.tsx'

type Props = {
  code: string
  /** What is copied above the link. */
  invitation: string
  link: string
  onClose: () => void
}

/** A referral link to be scanned or copied. */
export default function CodeSheet({ code, invitation, link, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [copied, setCopied] = useState<boolean>()
  const copy = async () => {
    const done = await copyText(`${invitation}\n${link}`)
    setCopied(done)
    if (done) setTimeout(() => setCopied(undefined), 2000)
  }
  return (
    <Sheet
      title={t`Code ${code}`}
      onClose={onClose}
      actions={
        <Button
          appearance="primary"
          icon={copied ? <Checkmark20Regular /> : <Copy20Regular />}
          onClick={() => void copy()}
        >
          {copied ? <Trans>Copied</Trans> : <Trans>Copy invitation</Trans>}
        </Button>
      }
    >
      <div className={styles.column}>
        <QrCode text={link} label={t`Code that opens the sign-up page`} size={208} />
        <span>{invitation}</span>
        <span className={styles.link}>{link}</span>
        <p className={styles.quiet}>
          <Trans>Anyone who opens this link signs up as invited by you.</Trans>
        </p>
      </div>
      {copied === false && (
        <Problem>
          <Trans>The browser does not allow copying. Select the link and copy it.</Trans>
        </Problem>
      )}
    </Sheet>
  )
}

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '12px' },
  link: {
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: 'anywhere',
    textAlign: 'center',
    userSelect: 'all',
  },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2, textAlign: 'center' },
})
