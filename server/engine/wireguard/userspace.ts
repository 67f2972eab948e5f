import { connect } from 'node:net'
import { TunnelRefused } from './commands.ts'
import type { Device } from './device.ts'
import { type Answer, configureText, disguiseText, openAnswer, setText } from './uapi.ts'

const TIMEOUT_MS = 20_000
/** The error of the program where the port is taken, as it is on Linux. */
const EADDRINUSE = 98

/** The device of a userspace program, over its socket. */
export function userspaceDevice(socket: string): Device {
  return {
    read: () => ask(socket, 'get=1\n\n'),
    configure: async ({ privateKey, listenPort }) => {
      await ask(socket, configureText(privateKey, listenPort))
    },
    disguise: async (numbers) => void (await ask(socket, disguiseText(numbers))),
    set: async (peers, gone) => {
      if (peers.length + gone.length > 0) await ask(socket, setText(peers, gone))
    },
  }
}

/** One request, one answer, which is parsed as it arrives: 10,000 peers are 3 MB. */
function ask(path: string, question: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const answer = openAnswer()
  const socket = connect(path, () => socket.write(question))
  let rest = ''
  socket.setEncoding('latin1')
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`${path} is silent`)))
  socket.on('error', reject)
  socket.on('close', () => reject(new Error(`${path} hung up`)))
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') answer.take(line)
    // Otherwise it would wait for another request.
    if (answer.errno === undefined) return
    if (answer.errno === 0) resolve(answer)
    else if (Math.abs(answer.errno) === EADDRINUSE) reject(new TunnelRefused('port in use'))
    else reject(new Error(`${path} answered ${answer.errno}`))
    socket.destroy()
  })
  return promise
}
