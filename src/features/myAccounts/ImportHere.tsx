import { Button, makeStyles } from '@fluentui/react-components'
import { Link20Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type ClientApp, importLink, type System } from '#rules/clientApps.ts'
import { CopyAction } from '#ui/CopyAction.tsx'
import { Problem } from '#ui/Problem.tsx'
import { useImport } from './useImport.ts'

type Props = {
  app: ClientApp
  system: System
  /** The subscription in the format the app reads. */
  link: string
  /** The name of the subscription in the app: the site's name. */
  name: string
  guide: (system: System) => ReactNode
}

/** Hands the subscription to an app on this device; where none takes it, the guide opens. */
export function ImportHere({ app, system, link, name, guide }: Props) {
  const styles = useStyles()
  const { failed, pressed } = useImport()
  const [expanded, setExpanded] = useState(false)
  const opening = importLink(app, link, name)
  const appName = app.name
  return (
    <div className={styles.column}>
      {opening && (
        <Button
          as="a"
          href={opening}
          appearance="primary"
          size="large"
          className={styles.wide}
          icon={<Link20Regular />}
          onClick={pressed}
        >
          <Trans>Import into {appName}</Trans>
        </Button>
      )}
      <div role="status">
        {failed && (
          <Problem intent="warning">
            <Trans>
              {appName} did not open. Download it first, then import again. Or copy the link and
              paste it in the app.
            </Trans>
          </Problem>
        )}
      </div>
      <div className={styles.row}>
        <CopyAction text={link} className={styles.half}>
          <Trans>Copy link</Trans>
        </CopyAction>
        <Button
          className={styles.half}
          aria-expanded={expanded || failed}
          onClick={() => setExpanded(!expanded)}
        >
          <Trans>Show the guide</Trans>
        </Button>
      </div>
      {(expanded || failed || !opening) && guide(system)}
    </div>
  )
}

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '8px' },
  wide: { width: '100%', minHeight: '48px' },
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  half: { flex: '1 1 auto', minHeight: '44px', whiteSpace: 'nowrap' },
})
