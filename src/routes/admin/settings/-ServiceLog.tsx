import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Card } from '#ui/Card.tsx'

const LogLines = lazy(() => import('#features/installation/LogLines.tsx'))
const BundleSheet = lazy(() => import('./-HelpBundleSheet.tsx'))

/** What the console wrote lately, and a file for those who are asked for help. */
export function ServiceLog() {
  const styles = useStyles()
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <Card title={t`Log and help`}>
      <p className={styles.text}>
        <Trans>
          Secrets and email addresses are masked. Read the file through before you send it to
          somebody.
        </Trans>
      </p>
      <div className={styles.actions}>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <Trans>Hide the log</Trans> : <Trans>Log of the last hour</Trans>}
        </Button>
        <Button onClick={() => setAsking(true)}>
          <Trans>File for asking for help</Trans>
        </Button>
      </div>
      <Suspense>
        {isOpen && <LogLines />}
        {isAsking && <BundleSheet onClose={() => setAsking(false)} />}
      </Suspense>
    </Card>
  )
}

const useStyles = makeStyles({
  text: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})
