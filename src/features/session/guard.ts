import { redirect } from '@tanstack/react-router'
import { mayOf } from '#api/may.ts'
import type { Role } from '#contract'
import { keepWanted } from '#device/ended.ts'
import { activateArea, type Area } from '#locales/activate.ts'
import { isMainAdmin } from '#rules/roles.ts'
import { checkVisit, currentStatus } from './visit.ts'

type Asked = { location: { href: string } }

/** Sends a visitor to log in; the link they followed is where they go on from there. */
function toLogIn({ href }: Asked['location']) {
  keepWanted(href)
  return redirect({ to: '/home/index', replace: true })
}

/** Lets normal users into their area; sends others where they belong. Spec 2. */
export async function guardUserArea({ location }: Asked) {
  const answers = bringArea('user')
  const status = await currentStatus()
  if (status.status === 'admin') throw redirect({ to: '/admin/index', replace: true })
  if (status.status !== 'normal') throw toLogIn(location)
  return { status, queryClient: await answers(), may: mayOf(['user']) }
}

/** Lets admins into their area; sends others where they belong. Spec 2. */
export async function guardAdminArea({ location }: Asked) {
  const answers = bringArea('admin')
  const status = await currentStatus()
  if (status.status === 'normal') throw redirect({ to: '/user/index', replace: true })
  if (status.status !== 'admin') throw toLogIn(location)
  const isMain = isMainAdmin(status.id)
  const roles: readonly Role[] = isMain ? ['admin', 'mainAdmin'] : ['admin']
  return { status, isMain, queryClient: await answers(), may: mayOf(roles) }
}

/** Lets everybody read what is public, whoever they are; who is logged in sees more of it. */
export async function openToAll() {
  const answers = bringArea('help')
  // Without an answer a visitor is meant; the page says by itself when it cannot load.
  await currentStatus().catch(() => undefined)
  return { queryClient: await answers() }
}

/**
 * Sends for what an area needs while the server is asked who is here: nobody waits for both in turn.
 * The cache of answers and most words are loaded behind the login, out of the first screen's way.
 */
function bringArea(area: Area) {
  const brought = Promise.all([import('#device/cache.ts'), activateArea(area)])
  // Who is sent elsewhere does not wait for it; who waits for it below hears of a failure.
  brought.catch(() => undefined)
  return async () => (await brought)[0].answersOf(checkVisit)
}
