import { makeStyles } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { CopyAction } from './CopyAction.tsx'
import { Problem } from './Problem.tsx'

/**
 * For pages within another app, whose window opens no apps: how to get this one, at `link`, into a
 * browser.
 */
export default function InAppNote({ link }: { link: string }) {
  const styles = useStyles()
  return (
    <Problem intent="info">
      <div className={styles.column}>
        <strong>
          <Trans>Open this page in your browser</Trans>
        </strong>
        <span>
          <Trans>
            Apps cannot be opened or installed from here. Press the menu at the top right, then
            “Open in browser”, or copy the link and paste it into a browser.
          </Trans>
        </span>
        <CopyAction text={link} className={styles.copy}>
          <Trans>Copy this address</Trans>
        </CopyAction>
      </div>
    </Problem>
  )
}

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '8px' },
  copy: { alignSelf: 'flex-start', minHeight: '44px' },
})
