import { redirect } from '@tanstack/react-router'
import { may } from '#api/may.ts'
import { storeWanted } from '#device/returnAddress.ts'
import { activateArea, type Area } from '#locales/activate.ts'
import { isMainAdmin } from '#rules/roles.ts'
import { checkVisit, currentStatus } from './visit.ts'

type GuardArgs = { location: { href: string } }

/** Redirects a visitor to the login, and remembers the link they followed. */
function toLogIn({ href }: GuardArgs['location']) {
  storeWanted(href)
  return redirect({ to: '/home/index', replace: true })
}

/** Guards the area of normal users; redirects others to their own. Spec 2. */
export async function guardUserArea({ location }: GuardArgs) {
  const answers = bringArea('user')
  const status = await currentStatus()
  if (status.status === 'admin') throw redirect({ to: '/admin/index', replace: true })
  if (status.status !== 'normal') throw toLogIn(location)
  return { status, queryClient: await answers(), may }
}

/** Guards the area of admins; redirects others to their own. Spec 2. */
export async function guardAdminArea({ location }: GuardArgs) {
  const answers = bringArea('admin')
  const status = await currentStatus()
  if (status.status === 'normal') throw redirect({ to: '/user/index', replace: true })
  if (status.status !== 'admin') throw toLogIn(location)
  const isMain = isMainAdmin(status.id)
  return { status, isMain, queryClient: await answers(), may }
}

/** Public screens are open to everyone; logged-in people see more of them. */
export async function openToAll() {
  const answers = bringArea('help')
  // Without an answer it is a visitor; the page itself shows that it cannot load.
  await currentStatus().catch(() => undefined)
  return { queryClient: await answers() }
}

/**
 * Requests what an area needs in parallel with the status, instead of one after the other.
 * The cache of answers and most words are loaded behind the login, not with the first screen.
 */
function bringArea(area: Area) {
  const brought = Promise.all([import('#device/cache.ts'), activateArea(area)])
  // A redirect does not wait for it; the await below reports a failure.
  brought.catch(() => undefined)
  // The first format of a page takes as long as a dozen components: made while answers are awaited,
  // not while the screen is drawn.
  setTimeout(() => Intl.DateTimeFormat().resolvedOptions())
  return async () => (await brought)[0].answersOf(checkVisit)
}
