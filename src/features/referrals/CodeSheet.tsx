import { Button, makeStyles, tokens } from '@fluentui/react-components'
import {
  ArrowDownload20Regular,
  Checkmark20Regular,
  Copy20Regular,
  ShareAndroid20Regular,
} from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { copyText } from '#ui/copy.ts'
import { Problem } from '#ui/Problem.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { saveFile } from '#ui/saveFile.ts'
import { shareable } from '#ui/share.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { invitationPicture } from './invitationPicture.ts'

/** What a picture is called as a file. */
const PICTURE = 'invitation.png'
const pictureOf = (parts: Blob[]) => new File(parts, PICTURE, { type: 'image/png' })

type Props = {
  code: string
  /** The site. */
  title: string
  /** What is copied above the link. */
  invitation: string
  link: string
  onClose: () => void
}

/** A referral link to be scanned, copied, or sent as a picture to where links are not opened. */
export default function CodeSheet({ code, title, invitation, link, onClose }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [copied, setCopied] = useState<boolean>()
  const [isDrawn, setDrawn] = useState(true)
  const shares = shareable(pictureOf([])) !== undefined
  const copy = async () => {
    const done = await copyText(`${invitation}\n${link}`)
    setCopied(done)
    if (done) setTimeout(() => setCopied(undefined), 2000)
  }
  const sendPicture = async () => {
    try {
      const wanted = { title, words: invitation, link, locale: i18n.locale }
      const picture = await invitationPicture(wanted)
      const share = shareable(pictureOf([picture]))
      if (share) await share()
      else saveFile(PICTURE, picture)
      setDrawn(true)
    } catch {
      setDrawn(false)
    }
  }
  return (
    <Sheet
      title={t`Code ${code}`}
      onClose={onClose}
      actions={
        <>
          <Button
            icon={shares ? <ShareAndroid20Regular /> : <ArrowDownload20Regular />}
            onClick={() => void sendPicture()}
          >
            {shares ? <Trans>Share as picture</Trans> : <Trans>Save as picture</Trans>}
          </Button>
          <Button
            appearance="primary"
            icon={copied ? <Checkmark20Regular /> : <Copy20Regular />}
            onClick={() => void copy()}
          >
            {copied ? <Trans>Copied</Trans> : <Trans>Copy invitation</Trans>}
          </Button>
        </>
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
      {!isDrawn && (
        <Problem>
          <Trans>This browser could not draw the picture. Copy the invitation instead.</Trans>
        </Problem>
      )}
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
