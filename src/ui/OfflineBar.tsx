import { makeStyles, tokens } from '@fluentui/react-components'
import { CloudOff20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { use, useSyncExternalStore } from 'react'
import { FrameContext } from './frame-context.ts'
import { momentText } from './moments.ts'

/** Shows unobtrusively that there is no network or no answer, and how old the content is. */
export function OfflineBar({ asOf }: { asOf?: number }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const { unreachable = false } = use(FrameContext)
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online && !unreachable) return null
  const time = asOf ? momentText(asOf, i18n.locale) : ''

  return (
    <div role="status" className={styles.bar}>
      <CloudOff20Regular />
      {online && time ? (
        <Trans>As of {time}. The server does not answer.</Trans>
      ) : online ? (
        <Trans>The server does not answer</Trans>
      ) : time ? (
        <Trans>Offline, as of {time}</Trans>
      ) : (
        <Trans>Offline</Trans>
      )}
    </div>
  )
}

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    padding: '6px 16px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})
