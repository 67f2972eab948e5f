/**
 * Stands in for amneziawg-go, which no package has: wireguard-go, with a socket before it that takes
 * what AmneziaWG has besides, writes it down, and refuses what AmneziaWG would. It can kill who asks.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'

const [name = '--version'] = process.argv.slice(2)
if (name === '--version') process.exit(0)
const NUMBERS = ['jc', 'jmin', 'jmax', 's1', 's2', 'h1', 'h2', 'h3', 'h4']
const folder = '/var/run/amneziawg'
const path = `${folder}/${name}.sock`
const inner = `/var/run/wireguard/${name}.sock`
let known = ''

const child = spawn('wireguard-go', [name], { stdio: 'inherit' })
child.on('exit', end)
process.on('SIGTERM', () => child.kill())
mkdirSync(folder, { recursive: true })
const server = createServer((socket) => {
  let text = ''
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  socket.on('data', (more) => {
    text += more
    if (text.endsWith('\n\n')) answer(socket, text)
  })
})
listenOnceThere()

/** As wireguard-go does, whose socket comes after its interface. */
function listenOnceThere() {
  const trial = connect(inner, () => {
    trial.destroy()
    server.listen(path)
  })
  trial.on('error', () => setTimeout(listenOnceThere, 20))
}

function answer(socket, question) {
  const lines = question.trimEnd().split('\n')
  const own = lines.filter((line) => NUMBERS.includes(line.split('=')[0]))
  if (own.length > 0) {
    // The state of a device that has not all of them is nobody's.
    if (own.map((line) => line.split('=')[0]).join() !== NUMBERS.join())
      return socket.end('errno=-22\n\n')
    known = own.join('\n')
    appendFileSync(process.env.TOLD, `${name} ${own.join(' ')}\n`)
  }
  const back = connect(inner, () =>
    back.write(`${lines.filter((line) => !own.includes(line)).join('\n')}\n\n`, 'latin1'),
  )
  back.on('error', () => socket.destroy())
  if (lines[0] === 'get=1' && known !== '') socket.write(`${known}\n`)
  const doomed = lines[0] === 'set=1' && processToKill(lines)
  if (doomed === false) return void back.pipe(socket)
  back.once('data', () => {
    process.kill(doomed, 'SIGKILL')
    back.destroy()
    socket.destroy()
  })
}

/** Once: the process that is to end with this question answered, and not heard of it. */
function processToKill(lines) {
  const { KILL = '' } = process.env
  if (!existsSync(KILL)) return false
  const [pid, line] = readFileSync(KILL, 'utf8').split(' ')
  if (!lines.includes(line)) return false
  rmSync(KILL)
  return Number(pid)
}

function end() {
  rmSync(path, { force: true })
  process.exit()
}
