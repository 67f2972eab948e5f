import { checkSnapshot } from '../src/device/snapshotCheck.ts'
import { readSnapshot, type Snapshot } from '../src/device/snapshotStore.ts'
import { CHOICES, STATUS } from '../src/device/storageKeys.ts'
import { entriesOf, ROOT_PATHS } from './login.ts'

/** The homes of the two areas, to which a start at the root leads. Spec 2. */
const HOMES = ['/user/index', '/admin/index']

const SCRIPT = `(${checkSnapshot})(window,${JSON.stringify(STATUS)},${JSON.stringify(CHOICES)})`

/** How long a start waits for a snapshot, ms: a device that does not answer must not hold up the console. */
const MAX_WAIT_MS = 600

/**
 * The shell with the screen as it was last drawn at an address, to be read until the console has
 * loaded and drawn it anew; undefined where there is none, or another build drew it.
 */
export async function snapshotPage(shell: Response, url: URL): Promise<Response | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), MAX_WAIT_MS)
  })
  const snapshot = await Promise.race([findSnapshot(url), late]).finally(() => clearTimeout(timer))
  if (!snapshot) return undefined
  const page = await shell.text()
  if (entriesOf(page)[0] !== snapshot.entry) return undefined
  const scheme = isDark(snapshot) ? 'dark' : 'light'
  // No text in it may end the element it is in.
  const sheet = `:host{color-scheme:${scheme}}${snapshot.sheet}`.replaceAll('</', '<\\/')
  const headers = new Headers(shell.headers)
  // It is cached decompressed.
  headers.delete('content-encoding')
  headers.delete('content-length')
  const policy = headers.get('content-security-policy')
  if (policy) headers.set('content-security-policy', await allowing(policy, sheet))
  const picture = `<template shadowrootmode="closed"><style>${sheet}</style>${snapshot.markup}</template>`
  const facts = `data-fits="${escape(JSON.stringify(snapshot.fits))}" data-address="${escape(snapshot.address)}"`
  const { appearance } = snapshot.fits
  const body = page
    // What the console would set later would restyle every element.
    .replace(/<html lang="[^"]*"/, `<html lang="${escape(snapshot.lang)}"`)
    .replace('content="light dark"', (system) =>
      appearance === 'system' ? system : `content="${escape(appearance)}"`,
    )
    .replace(
      '<div id="root"></div>',
      (root) =>
        `${root}<div class="snapshot" inert ${facts}>${picture}</div><script>${SCRIPT}</script>`,
    )
  return new Response(body, { status: shell.status, headers })
}

async function findSnapshot({ pathname, search }: URL): Promise<Snapshot | undefined> {
  if (ROOT_PATHS.includes(pathname)) {
    const found = await Promise.all(HOMES.map(readSnapshot))
    return found.find((one) => one !== undefined)
  }
  const snapshot = await readSnapshot(pathname)
  return snapshot?.address === pathname + search ? snapshot : undefined
}

const isDark = ({ fits: { appearance, dark } }: Snapshot) =>
  appearance === 'system' ? dark : appearance === 'dark'

/** The policy of the shell, which names no inline script or style, with these two. */
async function allowing(policy: string, sheet: string): Promise<string> {
  const [script, style] = await Promise.all([hashOf(SCRIPT), hashOf(sheet)])
  return policy
    .replace(/default-src [^;]*/, (rule) => `${rule}; script-src 'self' ${script}`)
    .replace(/style-src [^;]*/, (rule) => `${rule} ${style}`)
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
