import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useState } from 'react'
import { useHeightAs } from '#ui/useHeightAs.ts'

function Box({ height }: { height: number }) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  useHeightAs('--test-box', box)
  return <div ref={setBox} data-testid={`box-${height}`} style={{ height }} />
}

const named = () => document.documentElement.style.getPropertyValue('--test-box')
const frames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

test('the height is that of the box that came last, also when the one before leaves late', async () => {
  const first = await render(<Box height={40} />)
  await vi.waitFor(() => expect(named()).toBe('40px'))
  const second = await render(<Box height={70} />)
  await vi.waitFor(() => expect(named()).toBe('70px'))
  // Out of the page before React cleans up after it: it is measured with a height of 0 then.
  const left = first.getByTestId('box-40').element() as HTMLElement
  left.style.display = 'none'
  await frames()
  expect(named()).toBe('70px')
  await first.unmount()
  await frames()
  expect(named()).toBe('70px')
  await second.unmount()
  await vi.waitFor(() => expect(named()).toBe(''))
})
