import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '#ui/Card.tsx'

/** How one gets from here to being connected, in three lines. */
export function FrontSteps() {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <Card title={t`How it works`}>
      <ol className={styles.steps}>
        <li>
          <b className={styles.name}>
            <Trans>Sign up with your email</Trans>
          </b>
          <Trans>A code arrives within a minute.</Trans>
        </li>
        <li>
          <b className={styles.name}>
            <Trans>Get an app</Trans>
          </b>
          <Trans>For iPhone, Android, Windows, Mac, Linux and routers, each with a guide.</Trans>
        </li>
        <li>
          <b className={styles.name}>
            <Trans>Press Import</Trans>
          </b>
          <Trans>
            All servers appear in the app, and a light on this site shows when you are connected.
          </Trans>
        </li>
      </ol>
    </Card>
  )
}

const useStyles = makeStyles({
  steps: { display: 'grid', gap: '12px', margin: 0, paddingInlineStart: '20px' },
  name: { display: 'block' },
})
