import { makeStyles, tokens } from '@fluentui/react-components'
import { CloudOff20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { momentText } from './moments.ts'

const OLD = 120_000

/** Says quietly that there is no network, or that what is on screen is old, and from when it is. */
export function OfflineBar({ asOf }: { asOf?: number }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const [online, setOnline] = useState(() => navigator.onLine)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const look = () => {
      setOnline(navigator.onLine)
      setNow(Date.now())
    }
    const timer = setInterval(look, 5000)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  const old = asOf !== undefined && asOf > 0 && now - asOf > OLD
  if (online && !old) return null
  const time = asOf ? momentText(asOf, i18n.locale) : ''

  return (
    <div role="status" className={styles.bar}>
      <CloudOff20Regular />
      {online ? (
        <Trans>As of {time}. The server does not answer.</Trans>
      ) : time ? (
        <Trans>Offline, as of {time}</Trans>
      ) : (
        <Trans>Offline</Trans>
      )}
    </div>
  )
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
