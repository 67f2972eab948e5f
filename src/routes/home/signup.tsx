import { createFileRoute } from '@tanstack/react-router'
import { SignUpForm } from '#features/session/SignUpForm.tsx'

export const Route = createFileRoute('/home/signup')({
  // The code of an invitation comes along in the address; one of digits is read as a number.
  validateSearch: ({ ref }: { ref?: unknown }): { ref?: string } =>
    typeof ref === 'string' || typeof ref === 'number' ? { ref: String(ref) } : {},
  component: SignUpScreen,
})

function SignUpScreen() {
  const { ref = '' } = Route.useSearch()
  return <SignUpForm refCode={ref} />
}
