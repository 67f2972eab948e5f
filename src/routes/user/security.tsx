import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginSecurity } from '#features/factors/LoginSecurity.tsx'
import { getFactors, listPasskeys } from '#features/factors/operations.ts'

export const Route = createFileRoute('/user/security')({
  beforeLoad: ({ context }) => {
    if (!context.may('getFactors')) throw redirect({ to: '/user/settings', replace: true })
  },
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureQueryData({ ...getFactors(), revalidateIfStale: true }),
      context.queryClient.ensureQueryData({ ...listPasskeys(), revalidateIfStale: true }),
    ]),
  component: () => <LoginSecurity back="/user/settings" />,
})
