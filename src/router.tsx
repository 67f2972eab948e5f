import {
  createRouter,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'

/** How long a screen may take before it is shown to be loading, ms; the first of a visit may take longer. */
const PENDING_MS = 150
export const FIRST_PENDING_MS = 1_500

/** They go to their end by themselves, after this would have taken them to the top. */
const CONVERSATION = /^\/(admin\/message\/\d+|user\/message)\/?$/i

/** The router over all screens; tests pass a history of their own. */
export function makeRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    parseSearch: parseSearchWith(readValue),
    stringifySearch: stringifySearchWith(JSON.stringify, readValue),
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // The page itself shows that it starts. What is drawn for a moment only holds up what follows.
    defaultPendingMs: FIRST_PENDING_MS,
    defaultPendingMinMs: 300,
    defaultStructuralSharing: true,
    scrollRestoration: ({ location }) => !CONVERSATION.test(location.pathname),
    defaultViewTransition: false,
  })
  const stop = router.subscribe('onResolved', () => {
    stop()
    router.update({ ...router.options, defaultPendingMs: PENDING_MS })
  })
  // The router draws the next screen in one piece, a quarter of a second on a slow phone. What only
  // changes the search of a screen begins with what the screen has, so that may not wait.
  const { load } = router
  router.load = async (options) => {
    const { type } = options?.action ?? {}
    const isOther = router.history.location.pathname !== router.state.location.pathname
    if (isOther && (type === 'PUSH' || type === 'REPLACE')) {
      // What is changed next in the address begins with what has just been changed.
      router.updateLatestLocation()
      await framePainted()
    }
    return load(options)
  }
  return router
}

/** A page that is hidden paints no frame; then it is this, ms. */
const NO_FRAME_MS = 100

/** Resolves when what a tap changed has been painted: a person sees the answer before the work begins. */
const framePainted = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, NO_FRAME_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })

/** Reads a value of an address; a code that only looks like a number, `1e10`, stays as it is. */
function readValue(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'number' && String(value) !== text) throw new TypeError('not a number')
  return value
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
