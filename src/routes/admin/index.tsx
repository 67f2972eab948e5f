import { createFileRoute, redirect } from '@tanstack/react-router'

/** The area's address alone leads to its first screen. */
export const Route = createFileRoute('/admin/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/index', replace: true })
  },
})
