import { expect, test, vi } from 'vitest'
import { snapshotOf } from '#device/snapshot.ts'
import type { Schema } from '#contract'
import { openScreen, statuses } from '../support/screens.ts'

const server: Schema<'Server'> = {
  id: 1,
  type: 'Shadowsocks',
  name: 'Tokyo <b>1</b>',
  host: '10.0.0.1:tokyo.example.com',
  port: null,
  password: '',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 0,
  key: null,
  net: null,
  wgPort: null,
}

/** A screen of rows; the address in the bar is the test's, so it is given to the snapshot as the console's. */
async function openRows() {
  const { screen } = await openScreen('/admin/server', {
    getStatus: statuses.mainAdmin,
    listServers: [server, { ...server, id: 2, name: 'Osaka' }],
  })
  await expect.element(screen.getByText('Osaka')).toBeVisible()
  history.replaceState(null, '', '/admin/server')
  return screen
}

const boxed = (root: ParentNode) =>
  [...root.querySelectorAll('*')].filter(
    (one) => one.getBoundingClientRect().width > 0 && one instanceof HTMLElement,
  )

/** The position and look of everything in a screen that has a box, but for `left` of them. */
const boxesOf = (root: ParentNode, left: ReadonlySet<number>) =>
  boxed(root)
    .filter((_one, at) => !left.has(at))
    .map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      const { color, backgroundColor, fontSize, fontFamily } = getComputedStyle(one)
      return [one.tagName, x, y, width, height, color, backgroundColor, fontSize, fontFamily]
    })

test('a snapshot looks as its screen does, to the pixel', async () => {
  const address = location.href
  const screen = await openRows()
  const snapshot = await snapshotOf(screen.container)
  history.replaceState(null, '', address)
  expect(snapshot?.address).toBe('/admin/server')
  expect(snapshot?.markup).toContain('Tokyo &lt;b&gt;1&lt;/b&gt;')
  expect(snapshot?.markup).not.toMatch(/ style=|<script|<style/)

  // An earlier test may have left the mouse anywhere.
  const hovered = new Set(
    boxed(screen.container).flatMap((one, at) => (one.matches(':hover') ? [at] : [])),
  )
  const before = boxesOf(screen.container, hovered)
  expect(before.length).toBeGreaterThan(20)
  const host = document.createElement('div')
  host.style.cssText = 'position:absolute;inset:0 0 auto'
  const shadow = host.attachShadow({ mode: 'open' })
  const page = Document.parseHTMLUnsafe(`<style>${snapshot?.sheet}</style>${snapshot?.markup}`)
  shadow.append(...page.head.children, ...page.body.children)
  screen.container.style.display = 'none'
  document.body.append(host)
  try {
    expect(boxesOf(shadow, hovered)).toEqual(before)
  } finally {
    host.remove()
    screen.container.style.display = ''
  }
})

test('no snapshot is taken while something is loading, open or in view', async () => {
  const address = location.href
  const screen = await openRows()
  try {
    for (const [name, value] of [
      ['class', 'fui-Skeleton'],
      ['aria-busy', 'true'],
      ['data-revealed', 'true'],
      ['role', 'dialog'],
      ['role', 'menu'],
    ] as const) {
      const one = document.createElement('div')
      one.setAttribute(name, value)
      screen.container.querySelector('main')?.prepend(one)
      expect(await snapshotOf(screen.container), `${name}=${value}`).toBeUndefined()
      one.remove()
    }
    expect(await snapshotOf(screen.container)).toBeDefined()
    history.replaceState(null, '', '/admin/settings')
    expect(await snapshotOf(screen.container)).toBeUndefined()
  } finally {
    history.replaceState(null, '', address)
    vi.restoreAllMocks()
  }
})
