import { Button, Field, makeStyles, Textarea } from '@fluentui/react-components'
import {
  ArrowDownload20Regular,
  Checkmark20Regular,
  Copy20Regular,
  Open20Regular,
  Rss20Regular,
} from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Connection } from '#rules/connection.ts'
import { copyText } from '#ui/copy.ts'
import { Spoken } from '#ui/Spoken.tsx'

type Props = {
  connection: NonNullable<Connection>
  /** The server's, for the name of a file. */
  name: string
  onSubscription?: () => void
}

/** What to do with a link other than scanning it: copy, open in an app, subscribe instead. */
export function ConnectActions({ connection: { protocol, text }, name, onSubscription }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [copied, setCopied] = useState<'yes' | 'refused' | null>(null)
  const isLink = protocol === 'shadowsocks'
  const copy = async () => {
    const done = await copyText(text)
    // Where the browser refuses, the person copies by hand.
    setCopied(done ? 'yes' : 'refused')
    if (done) setTimeout(() => setCopied(null), 2000)
  }
  return (
    <div className={styles.actions}>
      <Button
        appearance="primary"
        size="large"
        className={styles.wide}
        icon={copied === 'yes' ? <Checkmark20Regular /> : <Copy20Regular />}
        onClick={() => void copy()}
      >
        {copied === 'yes' ? (
          <Trans>Copied</Trans>
        ) : isLink ? (
          <Trans>Copy link</Trans>
        ) : (
          <Trans>Copy configuration</Trans>
        )}
      </Button>
      <Spoken role="status">{copied === 'yes' && <Trans>Copied</Trans>}</Spoken>
      {isLink ? (
        <Button as="a" href={text} className={styles.half} icon={<Open20Regular />}>
          <Trans>Open in app</Trans>
        </Button>
      ) : (
        <Button
          as="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${fileName(name)}.conf`}
          className={styles.half}
          icon={<ArrowDownload20Regular />}
        >
          <Trans>Save file</Trans>
        </Button>
      )}
      {onSubscription && (
        <Button className={styles.half} icon={<Rss20Regular />} onClick={onSubscription}>
          <Trans>Subscription</Trans>
        </Button>
      )}
      {copied === 'refused' && (
        <Field label={t`Copy it from here`} className={styles.wide}>
          <Textarea readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        </Field>
      )}
    </div>
  )
}

/** WireGuard takes short names of plain letters only. */
const fileName = (name: string) => name.replaceAll(/[^\w.-]+/g, '').slice(0, 15) || 'wireguard'

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  wide: { width: '100%', minHeight: '44px' },
  half: { flex: '1 1 auto', minHeight: '44px', whiteSpace: 'nowrap' },
})
