import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { useMedia } from '#ui/media.ts'

function Width({ at }: { at: string }) {
  return (
    <p>
      {at} is {useMedia('(min-width: 613px)') ? 'wide' : 'narrow'}
    </p>
  )
}

/** Draws at once, as a screen does that opens while its window changes. */
function open(at: string) {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  flushSync(() => root.render(<Width at={at} />))
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
}

test('who asks between a resize and the next frame takes the news from nobody', async () => {
  const frame = window.frameElement as HTMLElement
  const before = frame.style.width
  onTestFinished(() => void (frame.style.width = before))
  frame.style.width = '500px'
  open('first')
  await expect.element(page.getByText('first is narrow')).toBeVisible()
  // Wide, narrow, wide: each side of the border is crossed with somebody new looking on.
  for (const [width, state] of [
    ['700px', 'wide'],
    ['500px', 'narrow'],
    ['613px', 'wide'],
    ['612px', 'narrow'],
  ] as const) {
    frame.style.width = width
    open(width)
    await expect.element(page.getByText(`first is ${state}`)).toBeVisible()
    await expect.element(page.getByText(`${width} is ${state}`)).toBeVisible()
  }
})
