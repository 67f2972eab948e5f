/** A disk that takes nothing must not keep traffic from passing. */
export function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    console.error('engine:', error)
  }
}
