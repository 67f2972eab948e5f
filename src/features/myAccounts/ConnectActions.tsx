import { Button, makeStyles } from '@fluentui/react-components'
import { Open20Regular, Rss20Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import type { Connection } from '#rules/connection.ts'
import { CopyAction } from '#ui/CopyAction.tsx'
import { FileActions } from '#ui/FileActions.tsx'

type Props = {
  connection: NonNullable<Connection>
  /** Of the file, where it is one. */
  fileName: string
  onSubscription?: () => void
}

/** What to do with a link or a file other than scanning it: copy, open in an app, subscribe instead. */
export function ConnectActions({ connection, fileName, onSubscription }: Props) {
  const styles = useStyles()
  const { protocol, text } = connection
  const subscription = onSubscription && (
    <Button className={styles.half} icon={<Rss20Regular />} onClick={onSubscription}>
      <Trans>Subscription</Trans>
    </Button>
  )
  if (protocol === 'wireguard')
    return (
      <FileActions text={text} fileName={fileName}>
        {subscription}
      </FileActions>
    )
  return (
    <div className={styles.actions}>
      <CopyAction text={text} primary className={styles.wide}>
        <Trans>Copy link</Trans>
      </CopyAction>
      <Button as="a" href={text} className={styles.half} icon={<Open20Regular />}>
        <Trans>Open in app</Trans>
      </Button>
      {subscription}
    </div>
  )
}

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  wide: { width: '100%', minHeight: '44px' },
  half: { flex: '1 1 auto', minHeight: '44px', whiteSpace: 'nowrap' },
})
