import { createFileRoute } from '@tanstack/react-router'
import { SetUpForm } from '#features/session/SetUpForm.tsx'

export const Route = createFileRoute('/home/setup/$token')({ component: SetUpScreen })

function SetUpScreen() {
  const { token } = Route.useParams()
  return <SetUpForm token={token} />
}
