import type { AnyRouter } from '@tanstack/react-router'
import { apiBase } from '#api/base.ts'
import type { paths } from '#contract'
import { activateArea } from '#locales/activate.ts'

/** What the two first screens of a customer read, as the server announces it: server/app/shell/people.ts. */
const READS: readonly (keyof paths)[] = ['/api/user/account', '/api/user/server']

/**
 * Sends for the code, words and answers of the screen that a log-in leads to, beside the status, which
 * the way there waits for. What fails here is sent for again on that way.
 */
export function sendAhead(router: AnyRouter, path: string): void {
  const area = path.startsWith('/admin/') ? 'admin' : 'user'
  const ignore = () => undefined
  import('./guard.ts').catch(ignore)
  activateArea(area).catch(ignore)
  for (const route of router.getMatchedRoutes(path)[0]) router.loadRouteChunk(route)?.catch(ignore)
  if (area === 'user') for (const read of READS) announce(apiBase() + read)
}

/** A browser keeps the answer until the next call that is made as src/api/client.ts makes it. */
function announce(href: string) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href })
  document.head.append(link)
}
