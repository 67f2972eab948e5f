import { createFileRoute, redirect } from '@tanstack/react-router'

// The service worker has taken what was shared before this opens: sw/share.ts.
export const Route = createFileRoute('/share')({
  beforeLoad: async () => {
    const { whereShared } = await import('#features/session/whereShared.ts')
    throw redirect({ href: await whereShared(), replace: true })
  },
})
