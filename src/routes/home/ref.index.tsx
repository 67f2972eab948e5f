import { createFileRoute } from '@tanstack/react-router'
import { ReferralForm } from '#features/session/ReferralForm.tsx'

export const Route = createFileRoute('/home/ref/')({ component: ReferralForm })
