import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'

/** The router over all screens. */
export function makeRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultStructuralSharing: true,
    scrollRestoration: true,
    defaultViewTransition: false,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
