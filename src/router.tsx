import {
  createRouter,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'

/** They go to their end by themselves, after this would have taken them to the top. */
const CONVERSATION = /^\/(admin\/message\/\d+|user\/message)\/?$/i

/** The router over all screens; tests pass a history of their own. */
export function makeRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    parseSearch: parseSearchWith(readValue),
    stringifySearch: stringifySearchWith(JSON.stringify, readValue),
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultStructuralSharing: true,
    scrollRestoration: ({ location }) => !CONVERSATION.test(location.pathname),
    defaultViewTransition: false,
  })
}

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
