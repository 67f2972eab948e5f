import { setTimeout as pause } from 'node:timers/promises'
import { type CertificateTry, type Challenge, challengeIn } from '../../accounts/servers/ordered.ts'
import { findServer, type ServerRow } from '../../accounts/servers/store.ts'
import type { World } from '../../http/world.ts'

export type AnsweringDeps = Pick<World, 'db' | 'wake'> & {
  /** What this console answers on port 80 of its own machine. */
  answers: Map<string, string>
  /** Whether it has that port. */
  hasPlainPort: boolean
  /** Where authorities ask: 80, but in tests. */
  port?: number
  /** How long a machine may take to answer for an authority, ms. */
  machineMs?: number
}

/** Its machine cannot answer the authority. */
export class NotAnswering extends Error {
  problem: CertificateTry['problem']
  constructor(problem: CertificateTry['problem'], said: string) {
    super(said)
    this.problem = problem
  }
}

const MACHINE_MS = 30_000
const POLL_MS = 250

/** Has the machines of servers answer an authority; the row of a server says what, and whether it does. */
export function makeAnswering(deps: AnsweringDeps) {
  const { db, wake, port = 80, machineMs = MACHINE_MS } = deps
  return {
    /** What is answered for one server: by the console itself, or by the server's machine. */
    of({ id, plane }: Pick<ServerRow, 'id' | 'plane'>) {
      if (plane === 'embedded' && deps.hasPlainPort) return deps.answers
      const given = new Map<string, string>()
      let turn: Promise<unknown> = Promise.resolve()
      return {
        set(token: string, text: string): Promise<void> {
          const done = turn.then(async () => {
            given.set(token, text)
            await note(id, { port, answers: [...given], state: null })
            await isAnswered(id)
          })
          turn = done.catch(() => {})
          return done
        },
        delete: (token: string) => void given.delete(token),
      }
    },
    /** Nothing is answered for it any more. */
    end: (id: number) => note(id, null),
  }

  async function note(id: number, challenge: Challenge | null): Promise<void> {
    await db
      .updateTable('server')
      .set({ challenge: challenge && JSON.stringify(challenge) })
      .where('id', '=', id)
      .execute()
    // No account has changed: only what machines show is looked at.
    wake([0])
  }

  /** Waits until the machine of a server says that it answers; throws where it cannot. */
  async function isAnswered(id: number): Promise<void> {
    const end = performance.now() + machineMs
    while (performance.now() < end) {
      const row = await findServer(db, id)
      const { state = null } = (row && challengeIn(row)) ?? {}
      if (state === 'answering') return
      if (state !== null) throw new NotAnswering('portInUse', state)
      await pause(POLL_MS)
    }
    throw new NotAnswering('away', '')
  }
}
