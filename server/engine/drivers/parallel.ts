/** Runs work for each of many, a few at a time; results in their order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const workers = Array.from({ length: Math.min(most, items.length) }, async () => {
    for (const [at, item] of left) results[at] = await work(item)
  })
  await Promise.all(workers)
  return results
}
