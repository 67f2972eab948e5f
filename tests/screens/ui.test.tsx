import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { AppTheme } from '#ui/AppTheme.tsx'
import { Chart } from '#ui/Chart.tsx'
import { Mark } from '#ui/Mark.tsx'
import { RankedBars } from '#ui/RankedBars.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { StateMark, stateColour } from '#ui/StateMark.tsx'
import { stateColours } from '#ui/theme.ts'
import { UsageBar } from '#ui/UsageBar.tsx'
import { UsageRing } from '#ui/UsageRing.tsx'

const i18n = setupI18n()
i18n.loadAndActivate({ locale: 'en-US', messages: {} })

type Look = Partial<Omit<Parameters<typeof AppTheme>[0], 'children'>>

const dressed = (children: ReactNode, look: Look = {}) => (
  <I18nProvider i18n={i18n}>
    <AppTheme colour="blue" appearance="light" lang="en-US" {...look}>
      {children}
    </AppTheme>
  </I18nProvider>
)

const meta = (name: string) =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')

const HOUR = 3_600_000
const start = Date.UTC(2026, 0, 5)
const borders = Array.from({ length: 25 }, (_, hour) => start + hour * HOUR)
const values = borders.slice(1).map((_, hour) => hour * 1e8)
const day = {
  title: 'Traffic',
  borders,
  values,
  kind: 'area',
  period: 'day',
  timeZone: 'UTC',
} as const

/** How many pixels of the drawing, from a part of its width to another, are of a colour of the theme. */
function inked(token: string, from = 0, to = 1): number {
  const drawing = document.querySelector('canvas')
  const theme = document.querySelector('.fui-FluentProvider')
  if (!drawing || !theme) return 0
  const { width, height } = drawing
  const left = Math.floor(width * from)
  const seen = drawing
    .getContext('2d')!
    .getImageData(left, 0, Math.floor(width * to) - left, height).data
  const sample = new OffscreenCanvas(1, 1).getContext('2d')!
  sample.fillStyle = getComputedStyle(theme).getPropertyValue(`--${token}`)
  sample.fillRect(0, 0, 1, 1)
  const [red, green, blue] = sample.getImageData(0, 0, 1, 1).data
  const isIt = (at: number) =>
    seen[at] === red && seen[at + 1] === green && seen[at + 2] === blue && seen[at + 3] === 255
  return Array.from({ length: seen.length / 4 }, (_, pixel) => isIt(4 * pixel)).filter(Boolean)
    .length
}

describe('AppTheme', () => {
  test('turns round for a language that is written from the right', async () => {
    const screen = await render(dressed('here', { lang: 'fa-IR' }))
    expect(document.documentElement.dir).toBe('rtl')
    expect(getComputedStyle(screen.getByText('here').element()).direction).toBe('rtl')
    await screen.rerender(dressed('here'))
    expect(document.documentElement.dir).toBe('ltr')
    expect(getComputedStyle(screen.getByText('here').element()).direction).toBe('ltr')
  })

  test('dresses the browser frame in the colour, and in the dark in that of the page', async () => {
    const screen = await render(dressed('here', { colour: 'teal' }))
    expect(meta('theme-color')).toBe('#009688')
    expect(meta('color-scheme')).toBe('light')
    await screen.rerender(dressed('here', { colour: 'teal', appearance: 'dark' }))
    expect(meta('theme-color')).toBe('#141414')
    expect(meta('color-scheme')).toBe('dark')
    await screen.rerender(dressed('here', { appearance: 'system' }))
    expect(meta('color-scheme')).toBe('light dark')
  })

  test('writes nothing that the page says already, which would style all of it again', async () => {
    const written: string[] = []
    const observer = new MutationObserver((records) => {
      written.push(...records.map(({ attributeName }) => String(attributeName)))
    })
    const first = await render(dressed('here', { appearance: 'system' }))
    await first.unmount()
    document.documentElement.removeAttribute('dir')
    observer.observe(document.head, { subtree: true, attributeFilter: ['content'] })
    observer.observe(document.documentElement, { attributeFilter: ['dir', 'lang'] })
    await render(dressed('here', { appearance: 'system' }))
    expect(observer.takeRecords()).toHaveLength(0)
    expect(written).toEqual([])
    observer.disconnect()
  })

  test('takes the glyphs of the language', async () => {
    const screen = await render(dressed('字', { lang: 'ja-JP' }))
    const fonts = getComputedStyle(screen.getByText('字').element()).fontFamily
    expect(fonts).toContain('Hiragino Sans')
    expect(fonts).not.toContain('PingFang')
  })
})

describe('Mark', () => {
  test('has a name only when given one', async () => {
    const screen = await render(<Mark title="Sluice" />)
    await expect.element(screen.getByRole('img', { name: 'Sluice' })).toBeVisible()
    await screen.rerender(<Mark />)
    expect(screen.getByRole('img').query()).toBeNull()
  })
})

describe('Chart', () => {
  test('has a summary for screen readers', async () => {
    const screen = await render(dressed(<Chart {...day} />))
    await expect
      .element(screen.getByRole('img'))
      .toHaveAccessibleName(/^Traffic: 27.6 GB in total, peak 2.3 GB \(11:00 PM–12:00 AM\)$/)
    await expect.element(screen.getByText('Total')).toBeVisible()
  })

  test('reports the value of a time by key, without redrawing', async () => {
    const screen = await render(dressed(<Chart {...day} />))
    const slider = screen.getByRole('slider', { name: 'Time' })
    await expect.element(slider).toBeInTheDocument()
    const drawing = document.querySelector('canvas')
    await userEvent.tab()
    await userEvent.tab()
    await expect.element(slider).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect
      .element(slider)
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^10:00.*2.2 GB$/))
    await expect.element(screen.getByText(/^10:00/)).toBeVisible()
    expect(document.querySelector('canvas')).toBe(drawing)
  })

  test('reports the value under the pointer until it leaves', async () => {
    const screen = await render(dressed(<Chart {...day} />))
    const image = screen.getByRole('img')
    await userEvent.hover(image, { position: { x: 150, y: 80 } })
    const tip = screen.getByText(/^\d+:00 [AP]M\u2013/)
    await expect.element(tip).toBeVisible()
    await userEvent.unhover(image)
    await expect.element(tip).not.toBeInTheDocument()
  })

  test('takes the value under the pointer away at Escape', async () => {
    const screen = await render(dressed(<Chart {...day} />))
    await userEvent.hover(screen.getByRole('img'), { position: { x: 150, y: 80 } })
    const tip = screen.getByText(/^\d+:00 [AP]M\u2013/)
    await expect.element(tip).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(tip).not.toBeInTheDocument()
  })

  test('compares with the period before: a line, its value at the pointer, its total, a column', async () => {
    const before = values.map((bytes) => bytes / 2)
    const screen = await render(dressed(<Chart {...day} before={before} />))
    await expect.poll(() => inked('colorNeutralStrokeAccessible')).toBeGreaterThan(0)
    await expect.element(screen.getByText('Before: 13.8 GB')).toBeVisible()
    await userEvent.hover(screen.getByRole('img'), { position: { x: 150, y: 80 } })
    await expect.poll(() => screen.getByText(/^Before: /).elements()).toHaveLength(2)
    await screen.getByRole('button', { name: 'Show as table' }).click()
    await expect.element(screen.getByRole('columnheader', { name: 'Before' })).toBeVisible()
  })

  test('has a gap where nothing is known of the period before, and no total of a part', async () => {
    const before = values.map((_, at) => (at < 22 ? null : 1e9))
    const screen = await render(dressed(<Chart {...day} before={before} />))
    await expect.poll(() => inked('colorNeutralStrokeAccessible')).toBeGreaterThan(0)
    expect(inked('colorNeutralStrokeAccessible', 0, 0.8)).toBe(0)
    expect(screen.getByText(/^Before: /).query()).toBeNull()
    const image = screen.getByRole('img')
    await userEvent.hover(image, { position: { x: 150, y: 80 } })
    await expect.element(screen.getByText(/^\d+:00 [AP]M\u2013/)).toBeVisible()
    expect(screen.getByText(/^Before: /).query()).toBeNull()
    const { width } = image.element().getBoundingClientRect()
    await userEvent.hover(image, { position: { x: width - 3, y: 80 } })
    await expect.element(screen.getByText(/^Before: /)).toBeVisible()
    await screen.getByRole('button', { name: 'Show as table' }).click()
    await expect.element(screen.getByRole('columnheader', { name: 'Before' })).toBeVisible()
    expect(screen.getByRole('cell', { name: 'Not known' }).elements()).toHaveLength(22)
  })

  test('draws the one value that is known of the period before', async () => {
    const before = values.map((bytes, at) => (at === 12 ? bytes / 2 : null))
    await render(dressed(<Chart {...day} before={before} />))
    await expect.poll(() => inked('colorNeutralStrokeAccessible', 0.4)).toBeGreaterThan(0)
  })

  test('says of a value that it is not known, to keys and readers too', async () => {
    const known = values.map((bytes, at) => (at === 23 ? null : bytes))
    const screen = await render(dressed(<Chart {...day} values={known} />))
    await expect
      .element(screen.getByRole('slider', { name: 'Time' }))
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/: Not known$/))
  })

  test('leaves undrawn what has not begun', async () => {
    const screen = await render(dressed(<Chart {...day} now={start + 9.5 * HOUR} />))
    await expect.element(screen.getByRole('slider')).toHaveAttribute('max', '9')
    await expect.poll(() => inked('colorBrandForeground1')).toBeGreaterThan(0)
    expect(inked('colorBrandForeground1', 0.5)).toBe(0)
  })

  test('fades the bars that are not pointed at', async () => {
    const screen = await render(dressed(<Chart {...day} kind="bars" />))
    await expect.poll(() => inked('colorBrandForeground1')).toBeGreaterThan(0)
    const all = inked('colorBrandForeground1')
    await userEvent.hover(screen.getByRole('img'), { position: { x: 150, y: 80 } })
    await expect.poll(() => inked('colorBrandForeground1')).toBeLessThan(all / 5)
    expect(inked('colorBrandForeground1')).toBeGreaterThan(0)
  })

  test('is drawn again in the colours of another theme, and as wide as there is room', async () => {
    const unknown = [{ from: start + 2 * HOUR, to: start + 4 * HOUR }]
    const chart = <Chart {...day} unknown={unknown} />
    const screen = await render(dressed(chart))
    await expect.poll(() => inked('colorNeutralBackground4')).toBeGreaterThan(0)
    const light = screen.container.querySelector('canvas')
    await screen.rerender(
      dressed(<div style={{ width: '300px' }}>{chart}</div>, { appearance: 'dark' }),
    )
    await expect.poll(() => inked('colorNeutralBackground4')).toBeGreaterThan(0)
    await expect.poll(() => inked('colorBrandForeground1')).toBeGreaterThan(0)
    expect(light?.isConnected).toBe(false)
    expect(screen.container.querySelector('canvas')?.clientWidth).toBeLessThan(300)
  })

  test('says the same as a table', async () => {
    const screen = await render(dressed(<Chart {...day} />))
    await screen.getByRole('button', { name: 'Show as table' }).click()
    const table = screen.getByRole('table', { name: 'Traffic' })
    await expect.element(table).toBeVisible()
    expect(table.element().querySelectorAll('tbody tr')).toHaveLength(24)
    await expect.element(screen.getByRole('button', { name: 'Show as chart' })).toBeVisible()
  })

  test('takes the same room empty, loading and full', async () => {
    const screen = await render(dressed(<Chart {...day} />))
    const height = () => screen.container.querySelector('figure')?.offsetHeight
    await expect.element(screen.getByRole('img')).toBeVisible()
    const full = height()
    await screen.rerender(dressed(<Chart {...day} loading />))
    expect(height()).toBe(full)
    await screen.rerender(dressed(<Chart {...day} values={values.map(() => 0)} />))
    await expect.element(screen.getByText('No traffic in this period')).toBeVisible()
    expect(height()).toBe(full)
  })
})

describe('RankedBars', () => {
  test('lists the eight largest and sums up the others', async () => {
    const slices = Array.from({ length: 12 }, (_, at) => ({
      key: at,
      name: `Account ${at}`,
      bytes: (at + 1) * 1e9,
    }))
    const screen = await render(dressed(<RankedBars title="By account" slices={slices} />))
    const list = screen.getByRole('list', { name: 'By account' })
    await expect.element(list).toBeVisible()
    const rows = [...list.element().children].map(({ textContent }) => textContent)
    expect(rows).toHaveLength(9)
    expect(rows[0]).toMatch(/Account 1112.GB15.4%/)
    expect(rows[8]).toMatch(/Others10.GB12.8%/)
  })

  test('says when there was nothing', async () => {
    const screen = await render(dressed(<RankedBars title="By account" slices={[]} />))
    await expect.element(screen.getByText('No traffic in this period')).toBeVisible()
  })
})

describe('QrCode', () => {
  test('is dark on white with a border of four modules, even in the dark', async () => {
    const code = <QrCode text="ss://YWJj@node.test:50013" label="Scan to connect" size={240} />
    const screen = await render(dressed(code, { appearance: 'dark' }))
    const image = screen.getByRole('img', { name: 'Scan to connect' })
    await expect.element(image).toBeVisible()
    const paper = image.element().parentElement
    expect(paper && getComputedStyle(paper).backgroundColor).toBe('rgb(255, 255, 255)')
    const marks = [...image.element().querySelectorAll('clipPath rect')].map((rect) =>
      Number(rect.getAttribute('x')),
    )
    // 25 or 29 modules and eight of border: one is at least 6 px.
    expect(Math.min(...marks.filter((x) => x > 0))).toBeGreaterThanOrEqual(24)
  })

  test('says when a text is too long for a code', async () => {
    const screen = await render(dressed(<QrCode text={'x'.repeat(5000)} label="Code" />))
    await expect.element(screen.getByText(/could not be drawn/)).toBeVisible()
  })
})

describe('UsageBar', () => {
  test.each([
    [12.4e9, 100e9, '12'],
    [85e9, 100e9, '85'],
    [130e9, 100e9, '100'],
  ])('meters %d of %d bytes', async (used, quota, percent) => {
    const screen = await render(dressed(<UsageBar used={used} quota={quota} />))
    const meter = screen.getByRole('meter', { name: 'Traffic used' })
    await expect.element(meter).toHaveAttribute('aria-valuenow', percent)
  })

  test.each([0, null])('calls a quota of %s unlimited', async (quota) => {
    const screen = await render(dressed(<UsageBar used={5e9} quota={quota} />))
    await expect.element(screen.getByText('No limit')).toBeVisible()
    expect(screen.getByRole('meter').query()).toBeNull()
  })
})

describe('UsageRing', () => {
  test('says what is left, and nothing less than nothing', async () => {
    const screen = await render(
      dressed(
        <UsageRing used={62.6e9} quota={75e9}>
          until 3 December
        </UsageRing>,
      ),
    )
    await expect.element(screen.getByText('until 3 December')).toBeVisible()
    expect(screen.container.textContent).toMatch(/Left12.4 GBof 75 GB/)
    await screen.rerender(dressed(<UsageRing used={80e9} quota={75e9} />))
    expect(screen.container.textContent).toMatch(/Left0 Bof 75 GB/)
  })
})

describe('StateMark', () => {
  test('never speaks by colour alone', async () => {
    const screen = await render(dressed(<StateMark state="open" autoRemove />))
    await expect.element(screen.getByText('Active')).toBeVisible()
    await expect.element(screen.getByText('Deleted automatically after expiry')).toBeInTheDocument()
  })

  test('says that an account ends soon and that it will be deleted, each by a sign of its own', async () => {
    const screen = await render(dressed(<StateMark state="expiring" autoRemove />))
    await expect.element(screen.getByText('Expiring soon')).toBeVisible()
    await expect.element(screen.getByTitle('Deleted automatically after expiry')).toBeVisible()
    expect(stateColour('expiring')).toBe(stateColours.amber)
    await screen.rerender(dressed(<StateMark state="expired" autoRemove />))
    expect(screen.getByTitle('Deleted automatically after expiry').elements()).toEqual([])
  })

  test('says on how many servers something holds', async () => {
    const part = { affected: 1, servers: 3 }
    const screen = await render(dressed(<StateMark state="banned" part={part} />))
    await expect.element(screen.getByText('Banned on 1 of 3')).toBeVisible()
  })
})
