import { Button, makeStyles } from '@fluentui/react-components'
import { ArrowDownload20Regular, Share20Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CopyAction } from './CopyAction.tsx'
import { shareable } from './share.ts'

type Props = {
  text: string
  fileName: string
  /** More of them, at the end. */
  children?: ReactNode
}

/** What can be done with a text that is a file: hand it to an app, save it, copy it. */
export function FileActions({ text, fileName, children }: Props) {
  const styles = useStyles()
  const share = shareable(new File([text], fileName, { type: 'text/plain' }))
  return (
    <div className={styles.actions}>
      {share && (
        <Button
          appearance="primary"
          size="large"
          className={styles.wide}
          icon={<Share20Regular />}
          onClick={() => void share()}
        >
          <Trans>Open in an app</Trans>
        </Button>
      )}
      <Button
        as="a"
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        download={fileName}
        appearance={share ? 'secondary' : 'primary'}
        size={share ? 'medium' : 'large'}
        className={share ? styles.half : styles.wide}
        icon={<ArrowDownload20Regular />}
      >
        <Trans>Save as file</Trans>
      </Button>
      <CopyAction text={text} className={styles.half}>
        <Trans>Copy configuration</Trans>
      </CopyAction>
      {children}
    </div>
  )
}

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  wide: { width: '100%', minHeight: '44px' },
  half: { flex: '1 1 auto', minHeight: '44px', whiteSpace: 'nowrap' },
})
