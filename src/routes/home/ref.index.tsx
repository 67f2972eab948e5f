import { createFileRoute } from '@tanstack/react-router'
import { LogOutFirst } from '#features/session/LogOutFirst.tsx'
import { ReferralForm } from '#features/session/ReferralForm.tsx'
import { useVisitor } from '#features/session/useVisitor.ts'

export const Route = createFileRoute('/home/ref/')({ component: ReferralScreen })

function ReferralScreen() {
  return useVisitor() === 'loggedIn' ? <LogOutFirst /> : <ReferralForm />
}
