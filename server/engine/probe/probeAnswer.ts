/** A port to try, and the target to reach through it. */
export type Trial = {
  host: string
  /** 1 to 65535; any other throws. */
  port: number
  method: string
  password: string
  /** The name in TLS, where the method has it; absent for the host. */
  sni?: string
  /** Path and host of the WebSocket that carries it, with the methods `trojan-ws` and `shadowsocks-ws`. */
  webSocket?: { path: string; host: string }
  /** The target to request through the port; it has to answer. */
  target: { host: string; port: number }
  /** For the whole trial, ms. */
  timeoutMs: number
  /** What is sent to the target; where absent, what any web server or name server answers. */
  hello?: Buffer
}

/**
 * Why a port does not serve.
 *
 * `unsupported`: this client lacks the method. `noName`: the server's name does not resolve.
 * `refused`: nothing listens there. `unreachable`: there is no route to the machine. `silent`: the
 * machine did not accept the connection in time. `noAnswer`: it accepted it and sent nothing back,
 * as after a wrong password. `certificate`: it is another's, has ended, or is of an authority that
 * apps do not know. `closed`: it ended the connection. `garbage`: what it sent is sealed
 * with another key. Between no answer, closed and garbage, a wrong key and a target that is down cannot be
 * distinguished reliably: servers hide it from unauthenticated clients on purpose.
 */
export type Trouble = (typeof TROUBLES)[number]

/** Each of them. */
export const TROUBLES = [
  'unsupported',
  'noName',
  'refused',
  'unreachable',
  'silent',
  'noAnswer',
  'certificate',
  'closed',
  'garbage',
] as const

/**
 * The result of a trial; `ms` from its start to the first byte of the target, or to giving up;
 * `reply` is the first data received.
 */
export type Answer =
  | { ok: true; ms: number; reply?: string }
  | { ok: false; ms: number; reason: Trouble }

const TROUBLE_OF: Readonly<Record<string, Trouble>> = {
  ENOTFOUND: 'noName',
  EAI_AGAIN: 'noName',
  ENODATA: 'noName',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'silent',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
}

/** Maps a system error to the other side's state. */
export function troubleOf(error: unknown): Trouble {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return TROUBLE_OF[code] ?? 'unreachable'
}

/** Takes the first outcome of a trial, and the time it took. */
export function stopwatch(): (reason?: Trouble) => Answer {
  const began = performance.now()
  return (reason) => {
    const ms = Math.round(performance.now() - began)
    return reason ? { ok: false, ms, reason } : { ok: true, ms }
  }
}
