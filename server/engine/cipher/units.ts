/**
 * Cuts a stream into units whose sizes are known one after the other, however the network splits it:
 * `needed` is asked for the bytes of the next one, `take` is called with it. What `take` throws is
 * thrown by the returned function.
 */
export function readUnits(needed: () => number, take: (unit: Buffer) => void) {
  // One unit that has arrived in part.
  let part: Buffer | undefined
  let partBytes = 0

  return (data: Buffer): void => {
    for (let at = 0; at < data.length;) {
      const need = needed()
      if (!part && data.length - at >= need) {
        take(data.subarray(at, at + need))
        at += need
      } else at += collect(data, at, need)
    }
  }

  function collect(data: Buffer, at: number, need: number): number {
    part ??= Buffer.allocUnsafe(need)
    const copied = data.copy(part, partBytes, at)
    partBytes += copied
    if (partBytes === need) {
      const unit = part
      part = undefined
      partBytes = 0
      take(unit)
    }
    return copied
  }
}
