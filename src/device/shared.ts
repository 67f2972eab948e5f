import { cacheOwner, mayStore } from './cachePolicy.ts'
import { putShared, readShared, type Shared } from './sharedStore.ts'
import { knownStatus } from './status.ts'

/**
 * What was shared to the console, for the person who is logged in; from then on it is theirs. It
 * stays on the device until it is sent or discarded.
 *
 * Nothing for visitors, nor for an admin who only sees what a customer sees.
 */
export async function sharedWithMe(): Promise<Shared | undefined> {
  if (!knownStatus()?.status.status || !mayStore()) return undefined
  const owner = cacheOwner()
  const found = await readShared(owner)
  if (!found) return undefined
  const { at, person, ...shared } = found
  if (person === '') await putShared(shared, { person: owner, at }).catch(() => undefined)
  return shared
}

/** The code of an invitation of this very site in what a visitor shared to it. */
export async function sharedInvitation(): Promise<string | undefined> {
  const found = await readShared('')
  return found && invitationIn(found.text, location.origin)
}

/** The code of the first link in a text that is an invitation of a site. */
export function invitationIn(text: string, origin: string): string | undefined {
  for (const [link] of text.matchAll(/https?:\/\/[^\s<>"']+/gi)) {
    if (!URL.canParse(link)) continue
    const url = new URL(link)
    if (url.origin !== origin) continue
    const code = /^\/home\/ref\/([^/]+)\/?$/.exec(url.pathname)?.[1]
    if (code !== undefined) return tryDecode(code)
    const typed = url.pathname === '/home/signup' ? url.searchParams.get('ref') : null
    if (typed) return typed
  }
  return undefined
}

function tryDecode(code: string): string | undefined {
  try {
    return decodeURIComponent(code)
  } catch {
    return undefined
  }
}
