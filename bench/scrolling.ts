/** Both run in the page: they may use nothing but what is inside of them. */

/** Scrolls a list down until so many rows were passed; how long each frame took, ms. */
export async function scroll(
  rows: number,
): Promise<{ frames: number[]; rows: number; seconds: number }> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const frames: number[] = []
  const began = performance.now()
  let [before, last] = [await frame(), 0]
  while (last < rows && performance.now() - began < 120_000) {
    scrollBy(0, 220)
    const now = await frame()
    frames.push(now - before)
    before = now
    // Rows that fly by stand in the page in any order.
    for (const row of document.querySelectorAll('[data-index]'))
      last = Math.max(last, Number(row.getAttribute('data-index')))
  }
  return { frames, rows: last, seconds: (performance.now() - began) / 1000 }
}

/** Scrolls up and down for a while, ms, as a person does who looks for something. */
export async function stay(ms: number): Promise<void> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const end = performance.now() + ms
  for (let step = -300; performance.now() < end;) {
    scrollBy(0, step)
    await frame()
    if (scrollY === 0) step = 300
    else if (scrollY + innerHeight >= document.body.scrollHeight - 1) step = -300
  }
}
