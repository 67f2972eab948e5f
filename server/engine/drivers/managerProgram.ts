import { requestManager, type Waiting } from './datagrams.ts'
import type { NodePlace } from './kinds.ts'
import { countersIn, portsIn } from './managerAnswers.ts'
import { accepts, canConnect, TAKEN_WITHIN_MS } from './probe.ts'
import type { NodeProgram, Reading } from './program.ts'
import { NodeTrouble } from './trouble.ts'

type Options = { kind: 'libev' | 'rust'; timeoutMs?: number }

/** Longest gap between two packets of a long answer, ms. */
const QUIET_MS = 200
/** Each ss-server reports its counter to its manager every five seconds, and not when it ends. */
const LIBEV_QUIET_MS = 5_500
/** With more, a manager's answers are split, and at each split a port is lost. */
const MAX_PORTS = 1_000

/** The manager of shadowsocks-libev or of shadowsocks-rust, over UDP. */
export function managerProgram(place: NodePlace, { kind, timeoutMs }: Options): NodeProgram {
  return {
    about: async () => {
      await ping()
      return { version: kind === 'libev' ? 'shadowsocks-libev' : 'shadowsocks-rust', isGfw: false }
    },
    list,
    add,
    remove: (port) => order(`remove: ${JSON.stringify({ server_port: port })}`),
    read,
    clients: async () => [],
    listens: (port, waitMs) => accepts({ host: place.host, port }, waitMs),
    isTaken: (port) => canConnect({ host: place.host, port }, TAKEN_WITHIN_MS),
    quietMs: kind === 'libev' ? LIBEV_QUIET_MS : 0,
    reopenMs: 50,
    pollMs: 10_000,
    lateMs: 10_000,
    maxPorts: MAX_PORTS,
    needsSentinel: false,
  }

  function request(text: string, waiting: Waiting = {}) {
    return requestManager(place, text, { timeoutMs, ...waiting })
  }

  async function add(port: number, { password, method }: { password: string; method: string }) {
    // The manager would answer ok, and receive nothing any more.
    if (port === place.port) throw new NodeTrouble('said no', 'port of the manager')
    // Both managers open only TCP where nothing says otherwise.
    const access = { server_port: port, password, method, mode: 'tcp_and_udp' }
    await order(`add: ${JSON.stringify(access)}`)
  }

  async function order(text: string): Promise<void> {
    const [answer = ''] = await request(text)
    if (answer.trim() !== 'ok') throw new NodeTrouble('said no', answer.trim())
  }

  async function ping(): Promise<string[]> {
    const packets = await request('ping', { quietMs: QUIET_MS })
    if (!packets[0]?.startsWith('stat:')) throw new NodeTrouble('nonsense')
    return packets
  }

  async function read(): Promise<Reading> {
    return { counters: countersIn(await ping()), isWhole: false }
  }

  /** `ping` names the ports that are missing in a long `list`. */
  async function list() {
    const [packets, { counters }] = await Promise.all([
      request('list', { quietMs: QUIET_MS }),
      read(),
    ])
    const ports = portsIn(packets)
    for (const port of counters.keys()) ports.getOrInsert(port, {})
    return ports
  }
}
