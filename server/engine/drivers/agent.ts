import { connect } from 'node:net'
import { answerReader, type FrameAnswer, frameOf } from './frames.ts'
import type { NodePlace } from './kinds.ts'
import { laneTo } from './lanes.ts'
import { NodeTrouble, troubleOf } from './trouble.ts'

/** One request to an agent: a connection of its own, which the agent closes. */
export type AgentQuestion = {
  command: object
  /** The time by the agent's clock, ms. */
  at: number
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const WRONG_PASSWORD = 2

/** Sends a request to an agent; returns its data. Any other code than 0 is a `NodeTrouble`. */
export async function requestAgent(place: NodePlace, question: AgentQuestion): Promise<unknown> {
  const { code, data } = await laneTo(place).enter(() => exchange(place, question))
  if (code === 0) return data
  if (code === WRONG_PASSWORD) throw new NodeTrouble('wrong password or clock')
  throw new NodeTrouble('said no', `code ${code}`)
}

function exchange(place: NodePlace, { command, at, timeoutMs = TIMEOUT_MS }: AgentQuestion) {
  const { host, port, password } = place
  const frame = frameOf(command, { password, at: laneTo(place).stamp(at) })
  return new Promise<FrameAnswer>((resolve, reject) => {
    const read = answerReader()
    const socket = connect({ host, port }, () => socket.write(frame))
    let isConnected = false
    const timer = setTimeout(() => fail(new NodeTrouble('silent')), timeoutMs)
    socket.on('connect', () => (isConnected = true))
    socket.on('data', (piece: Buffer) => {
      try {
        const answer = read(piece)
        if (answer) end(() => resolve(answer))
      } catch (error) {
        fail(error)
      }
    })
    // Two of the three kinds close the connection without an answer on a wrong password.
    socket.on('close', () => fail(new NodeTrouble('wrong password or clock')))
    socket.on('error', (error) => {
      fail(isConnected ? new NodeTrouble('wrong password or clock') : troubleOf(error))
    })

    function fail(error: unknown) {
      end(() => reject(troubleOf(error)))
    }

    function end(settle: () => void) {
      clearTimeout(timer)
      socket.destroy()
      settle()
    }
  })
}
