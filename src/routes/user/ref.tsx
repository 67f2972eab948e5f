import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/user/ref')({ component: ReferralScreen })

function ReferralScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Invite others`} back="/user/settings" />
}
