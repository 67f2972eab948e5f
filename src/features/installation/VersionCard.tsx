import { Button, Text } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Moment } from '#ui/Moment.tsx'
import { getInstallation } from './operations.ts'

const ReleaseNotes = lazy(() => import('./ReleaseNotes.tsx'))

/** Which release runs, and what is new in it. */
export function VersionCard() {
  const { t } = useLingui()
  const { version, commit, commitTime } = useSuspenseQuery(getInstallation()).data
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={t`Version`}>
      <Facts>
        <Fact name={t`Version`}>{version}</Fact>
        {commit !== null && (
          <Fact name={t`Commit`}>
            <code title={commit}>{commit.slice(0, 8)}</code>
          </Fact>
        )}
        {commitTime !== null && (
          <Fact name={t`Built from the state of`}>
            <Moment time={commitTime} />
          </Fact>
        )}
      </Facts>
      {commit === null && (
        <Text>
          <Trans>This is no release: it runs from its sources.</Trans>
        </Text>
      )}
      <div>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <Trans>Hide what is new</Trans> : <Trans>What is new</Trans>}
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={<Loading shape="cards" count={1} />}>
          <ReleaseNotes />
        </Suspense>
      )}
    </Card>
  )
}
