import { createFileRoute, redirect } from '@tanstack/react-router'

// Goes straight to login. Spec 2.
export const Route = createFileRoute('/home/index')({
  beforeLoad: () => {
    throw redirect({ to: '/home/login', replace: true })
  },
})
