import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { VisitorLater } from '#features/session/VisitorLater.tsx'

export const Route = createFileRoute('/home/ref/$refId')({ component: ReferralLinkScreen })

function ReferralLinkScreen() {
  const { t } = useLingui()
  return <VisitorLater title={t`Referral code`} />
}
