import { NodeTrouble } from './trouble.ts'

/** Asks with a time that is off by so many ms; fails with `wrong password or clock` when too far. */
export type AskAt<Answer> = (offset: number) => Promise<Answer>

/** How far a time may be off for an agent to take it. */
const TOLERANCE_MS = 600_000
/** With these, clocks are reached that are off by up to 19 minutes. */
const TRIES_MS = [0, 570_000, -570_000]
const PRECISION_MS = 1_000
const MAX_TRIES = 3

/** Asks with the time as it is, then with times that a clock far off would take. */
export async function askAnyTime<Answer>(
  ask: AskAt<Answer>,
  first = 0,
): Promise<{ offset: number; answer: Answer }> {
  let trouble: unknown
  for (const offset of [first, ...TRIES_MS.filter((one) => one !== first)]) {
    try {
      return { offset, answer: await ask(offset) }
    } catch (error) {
      if (!isRefusal(error)) throw error
      trouble = error
    }
  }
  throw trouble
}

/**
 * How far an agent's clock is ahead of ours, in ms and to a second: it says no time, but refuses
 * those that are too far from its own, and where that begins can be found.
 *
 * A connection that broke looks like a refusal, so what was found has to hold on the other side.
 */
export async function measureSkew(ask: AskAt<unknown>, taken: number): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await findSkew(ask, taken)
    const lowest = found - TOLERANCE_MS
    const holds = await takes(ask, lowest + 3 * PRECISION_MS)
    if (holds && !(await takes(ask, lowest - 3 * PRECISION_MS))) return found
  }
  throw new NodeTrouble('nonsense', 'its clock cannot be found')
}

async function findSkew(ask: AskAt<unknown>, taken: number): Promise<number> {
  let [yes, no] = [taken, taken + 2 * TOLERANCE_MS + PRECISION_MS]
  while (no - yes > PRECISION_MS) {
    const middle = Math.floor((yes + no) / 2)
    if (await takes(ask, middle)) yes = middle
    else no = middle
  }
  return Math.round((yes + no) / 2) - TOLERANCE_MS
}

async function takes(ask: AskAt<unknown>, offset: number): Promise<boolean> {
  try {
    await ask(offset)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof NodeTrouble && error.trouble === 'wrong password or clock'
}
