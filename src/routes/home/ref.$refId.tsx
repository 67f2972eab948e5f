import { createFileRoute } from '@tanstack/react-router'
import { ReferralVisit } from '#features/session/ReferralVisit.tsx'

export const Route = createFileRoute('/home/ref/$refId')({ component: ReferralLinkScreen })

function ReferralLinkScreen() {
  const { refId } = Route.useParams()
  return <ReferralVisit key={refId} code={refId} />
}
