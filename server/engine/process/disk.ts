/** A disk that cannot be written must not stop traffic. */
export function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    console.error('engine:', error)
  }
}
