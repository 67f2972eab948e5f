import { createFileRoute, redirect } from '@tanstack/react-router'

/** The area's address alone leads to its first screen. */
export const Route = createFileRoute('/user/')({
  beforeLoad: () => {
    throw redirect({ to: '/user/index', replace: true })
  },
})
