import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '#ui/Card.tsx'

/** How one gets from here to being connected, in three lines. */
export function FrontSteps() {
  const { t } = useLingui()
  return (
    <Card title={t`How it works`}>
      <ol>
        <li>
          <b>
            <Trans>Sign up with your email</Trans>
          </b>{' '}
          <Trans>A code arrives within a minute.</Trans>
        </li>
        <li>
          <b>
            <Trans>Get an app</Trans>
          </b>{' '}
          <Trans>For iPhone, Android, Windows, Mac, Linux and routers, each with a guide.</Trans>
        </li>
        <li>
          <b>
            <Trans>Press Import</Trans>
          </b>{' '}
          <Trans>
            All servers are in the app then, and a light here shows that you are connected.
          </Trans>
        </li>
      </ol>
    </Card>
  )
}
