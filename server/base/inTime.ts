/** Settles as the work does, or rejects with the message after so many ms. */
export async function inTime<Result>(
  work: Promise<Result>,
  ms: number,
  late: string,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(late)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
