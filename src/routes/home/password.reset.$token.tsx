import { createFileRoute } from '@tanstack/react-router'
import { ResetForm } from '#features/session/ResetForm.tsx'

export const Route = createFileRoute('/home/password/reset/$token')({
  component: ResetPasswordScreen,
})

function ResetPasswordScreen() {
  const { token } = Route.useParams()
  return <ResetForm key={token} token={token} />
}
