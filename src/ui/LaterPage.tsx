import { Clock24Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

/** A screen that has its address and place in the menu, and whose content is still to be built. */
export function LaterPage({ title, back }: { title: string; back?: string }) {
  return (
    <Page title={title} back={back}>
      <Empty icon={<Clock24Regular />}>
        <Trans>This page is not built yet. It comes with a later release.</Trans>
      </Empty>
    </Page>
  )
}
