import { Key24Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'

/** Says what to do for somebody who has no account yet. */
export function NoAccount() {
  return (
    <Card>
      <Empty icon={<Key24Regular />}>
        <Trans>
          You have no account yet. Ask the operator of this site for one: it appears here by itself,
          with the code to connect.
        </Trans>
      </Empty>
    </Card>
  )
}
