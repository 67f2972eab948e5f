const PREVIOUS = 'previous-'
/** How many older builds are retained for tabs that were opened with them. */
const MAX_BUILDS = 3

/** Which older caches stay for open tabs, newest first, and which go. */
export function sortPrevious(names: readonly string[], hasTabs: boolean) {
  const previous = names
    .filter((name) => name.startsWith(PREVIOUS))
    .sort((a, b) => Number(b.slice(PREVIOUS.length)) - Number(a.slice(PREVIOUS.length)))
  const stay = hasTabs ? previous.slice(0, MAX_BUILDS) : []
  return { stay, go: previous.filter((name) => !stay.includes(name)) }
}

/** Whether a cache holds the shell of another build or stamp, also of releases up to 0.1. */
export const isOlderShell = (name: string, shell: string): boolean =>
  name !== shell && /^(shell-|workbox-precache)/.test(name)

/**
 * Retains the files of older builds before they are dropped, while tabs that run them are open.
 *
 * A tab loads its screens when they are first visited: after a deployment their names are gone
 * from the server and from the new shell, and the tab would turn white.
 */
export async function putAside(shell: string, current: ReadonlySet<string>, hasTabs: boolean) {
  const names = await caches.keys()
  if (hasTabs) {
    const name = `${PREVIOUS}${Date.now()}`
    const aside = await caches.open(name)
    for (const one of names.filter((other) => other === shell || isOlderShell(other, shell)))
      await copyOld(await caches.open(one), aside, current)
    // An empty one would displace one that is needed.
    if ((await aside.keys()).length === 0) await caches.delete(name)
  }
  const older = names.filter((name) => isOlderShell(name, shell))
  const { go } = sortPrevious(await caches.keys(), hasTabs)
  await Promise.all([...older, ...go].map((name) => caches.delete(name)))
}

/** A file of an older build, if it was retained. */
export async function fromPrevious(request: Request): Promise<Response | undefined> {
  const { stay } = sortPrevious(await caches.keys(), true)
  for (const name of stay) {
    const found = await (await caches.open(name)).match(request.url, { ignoreVary: true })
    if (found) return found
  }
  return undefined
}

async function copyOld(from: Cache, to: Cache, current: ReadonlySet<string>) {
  for (const { url } of await from.keys()) {
    if (current.has(url) || !new URL(url).pathname.startsWith('/assets/')) continue
    const cached = await from.match(url, { ignoreVary: true })
    // A device that is full does without: the server has older files for a while, too.
    if (cached) await to.put(url, cached).catch(() => undefined)
  }
}
