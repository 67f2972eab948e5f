import { createFileRoute, redirect } from '@tanstack/react-router'

/** The area's address alone leads to its first screen. Spec 2. */
export const Route = createFileRoute('/home/')({
  beforeLoad: () => {
    throw redirect({ to: '/home/login', replace: true })
  },
})
