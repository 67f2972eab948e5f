import { createFileRoute } from '@tanstack/react-router'
import { SignUpForm } from '#features/session/SignUpForm.tsx'

export const Route = createFileRoute('/home/signup')({
  // The code of an invitation comes along in the address. One of digits is a number there: as text
  // it would be written with quotation marks.
  validateSearch: ({ ref }: { ref?: unknown }): { ref?: string | number } =>
    typeof ref === 'string' || typeof ref === 'number' ? { ref } : {},
  component: SignUpScreen,
})

function SignUpScreen() {
  const { ref = '' } = Route.useSearch()
  return <SignUpForm refCode={String(ref)} />
}
