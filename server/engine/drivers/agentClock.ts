import { NodeTrouble } from './trouble.ts'

/** Sends a request with a time off by so many ms; too far fails: `wrong password or clock`. */
export type RequestAt<Answer> = (offset: number) => Promise<Answer>

/** How far a time may be off for an agent to accept it. */
const TOLERANCE_MS = 600_000
/** With these, clocks that are off by up to 19 minutes are reached. */
const TRIES_MS = [0, 570_000, -570_000]
const PRECISION_MS = 1_000
const MAX_TRIES = 3

/** Tries the current time, then times that an agent with a wrong clock would accept. */
export async function requestAtAnyTime<Answer>(
  request: RequestAt<Answer>,
  first = 0,
): Promise<{ offset: number; answer: Answer }> {
  let trouble: unknown
  for (const offset of [first, ...TRIES_MS.filter((one) => one !== first)]) {
    try {
      return { offset, answer: await request(offset) }
    } catch (error) {
      if (!isRefusal(error)) throw error
      trouble = error
    }
  }
  throw trouble
}

/**
 * How far an agent's clock is ahead of ours, in ms, to a second. The agent never sends its time,
 * but refuses times too far from its own, and where that begins can be found.
 *
 * A broken connection looks like a refusal, so the result is checked on the other side, too.
 */
export async function measureSkew(request: RequestAt<unknown>, taken: number): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await findSkew(request, taken)
    const lowest = found - TOLERANCE_MS
    const holds = await takes(request, lowest + 3 * PRECISION_MS)
    if (holds && !(await takes(request, lowest - 3 * PRECISION_MS))) return found
  }
  throw new NodeTrouble('nonsense', 'its clock cannot be found')
}

async function findSkew(request: RequestAt<unknown>, taken: number): Promise<number> {
  let [yes, no] = [taken, taken + 2 * TOLERANCE_MS + PRECISION_MS]
  while (no - yes > PRECISION_MS) {
    const middle = Math.floor((yes + no) / 2)
    if (await takes(request, middle)) yes = middle
    else no = middle
  }
  return Math.round((yes + no) / 2) - TOLERANCE_MS
}

async function takes(request: RequestAt<unknown>, offset: number): Promise<boolean> {
  try {
    await request(offset)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof NodeTrouble && error.trouble === 'wrong password or clock'
}
