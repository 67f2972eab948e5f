import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { hasMailServer, mailServerFolder } from '../../scripts/mailServers.mjs'
import { freePort } from './freePort.ts'
import { emptyFolder } from './served.ts'
import { eventually } from './shadowsocks.ts'

type MailServer = Parameters<typeof hasMailServer>[0]
/** How much a server takes of one client. */
type Limit = { most: number; seconds: number }

/** A program that was started, and what it will have said on its error stream. */
type Started = { server: ChildProcess; said: Promise<string> }

/** Whether one of Debian's mail servers can be started here: as root, once it was unpacked. */
export const canRun = (name: MailServer): boolean => process.getuid?.() === 0 && hasMailServer(name)

/** The account that owns what a server writes; only the server's processes see that it is there. */
const OWNER = { id: 54_321, group: 54_321, handing: 54_322 }

/**
 * Starts a program of a mail server in a mount namespace in which its accounts exist. It ends with
 * the test.
 */
function startProgram(name: MailServer, folder: string, words: readonly string[]): Started {
  const { id, group, handing } = OWNER
  const users = ['postfix', 'Debian-exim'].map((user) => `${user}:x:${id}:${group}::/:/bin/false`)
  const groups = ['postfix', 'Debian-exim'].map((one) => `${one}:x:${group}:`)
  const files = {
    passwd: users.slice(name === 'postfix' ? 0 : 1).slice(0, 1),
    group: [...groups, `postdrop:x:${handing}:`],
  }
  for (const [file, lines] of Object.entries(files))
    writeFileSync(
      join(folder, file),
      [readFileSync(`/etc/${file}`, 'utf8'), ...lines, ''].join('\n'),
    )
  const bound = Object.keys(files).map((file) => `mount --bind ${join(folder, file)} /etc/${file}`)
  const inside = [...bound, 'exec "$@"'].join(' && ')
  const own = ['--mount', '--propagation', 'private', 'sh', '-c', inside, 'sh']
  const server = spawn('unshare', [...own, ...words], {
    env: { ...process.env, LD_LIBRARY_PATH: librariesOf(name) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(server.stderr)
  onTestFinished(async () => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit')
    if (server.exitCode) console.error(await said)
  })
  return { server, said }
}

/** Where what was unpacked has its libraries. */
function librariesOf(name: MailServer): string {
  const libraries = join(mailServerFolder(name), 'usr/lib')
  return [libraries, ...readdirSync(libraries).map((one) => join(libraries, one))].join(':')
}

/**
 * A folder of the server's own, which its processes may enter though they are not root; so they may
 * what is written there until the test ends, whatever other tests of the process have kept others from.
 */
async function openFolder(): Promise<string> {
  const before = process.umask(0o022)
  onTestFinished(() => void process.umask(before))
  const folder = await emptyFolder()
  chmodSync(folder, 0o755)
  return folder
}

/** Waits until a server greets. What it has taken lies in a folder, in files whose names end so. */
async function running({ server, said }: Started, port: number, folder: string, end = '') {
  const gone = once(server, 'exit')
  await eventually(async () => {
    if (server.exitCode !== null)
      throw new Error(`the mail server ended with ${server.exitCode}: ${await said}`)
    const socket = connect(port, '127.0.0.1')
    const greeting = await Promise.race([once(socket, 'data'), once(socket, 'close'), gone]).catch(
      () => [],
    )
    socket.destroy()
    return String(greeting[0]).startsWith('220')
  }, 120_000)
  /** To whom the mails it has taken are, one by one. */
  const recipients = () =>
    readdirSync(folder)
      .filter((file) => file.endsWith(end))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .map((mail) => /\bTo: (\S+)/.exec(mail)?.[1] ?? mail)
  return { port, recipients }
}

/** Starts a server on a free port, and on another one where a test beside it has just opened that. */
async function onFreePort<T>(start: (port: number) => Promise<T>, triesLeft = 4): Promise<T> {
  return start(await freePort()).catch((error: unknown) => {
    if (triesLeft === 0) throw error
    return onFreePort(start, triesLeft - 1)
  })
}

/** Debian's Postfix, whose anvil counts the mails of a client in each span of so many seconds. */
export const startPostfix = (limit: Limit) => onFreePort((port) => postfixAt(port, limit))

async function postfixAt(port: number, { most, seconds }: Limit) {
  const folder = await openFolder()
  const unpacked = mailServerFolder('postfix')
  const log = join(folder, 'postfix.log')
  const [settings, queue, data, box] = ['etc', 'queue', 'data', 'box'].map((one) =>
    join(folder, one),
  ) as [string, string, string, string]
  const mine = ['private', 'public', 'active', 'incoming', 'deferred', 'defer', 'bounce', 'hold']
  const more = ['corrupt', 'flush', 'saved', 'trace', 'maildrop']
  for (const one of [settings, queue, join(queue, 'pid'), data, box]) mkdirSync(one)
  for (const one of [data, box, ...[...mine, ...more].map((name) => join(queue, name))]) {
    mkdirSync(one, { recursive: true })
    chownSync(one, OWNER.id, OWNER.group)
  }
  const values = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: data,
    daemon_directory: join(unpacked, 'usr/lib/postfix/sbin'),
    command_directory: join(unpacked, 'usr/sbin'),
    shlib_directory: 'no',
    meta_directory: settings,
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    default_privs: 'nobody',
    import_environment: `MAIL_CONFIG=${settings} LD_LIBRARY_PATH=${librariesOf('postfix')}`,
    maillog_file: log,
    maillog_file_prefixes: folder,
    myhostname: 'mail.test',
    mydestination: '',
    mynetworks: '127.0.0.0/8',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    alias_maps: '',
    alias_database: '',
    local_recipient_maps: '',
    virtual_mailbox_domains: 'example.com',
    virtual_mailbox_base: folder,
    virtual_mailbox_maps: 'static:box/',
    virtual_minimum_uid: '1',
    virtual_uid_maps: `static:${OWNER.id}`,
    virtual_gid_maps: `static:${OWNER.group}`,
    // What is tried: nobody is exempt, and the minute is shorter.
    smtpd_client_message_rate_limit: most,
    smtpd_client_event_limit_exceptions: '',
    anvil_rate_time_unit: `${seconds}s`,
  }
  const lines = Object.entries(values).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync(join(settings, 'main.cf'), lines.join(''))
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
    ...['error', 'virtual'].map((name) => `${name} unix - n n - - ${name}`),
    'proxymap unix - - n - - proxymap',
    'anvil unix - - n - 1 anvil',
    'showq unix n - n - - showq',
    'flush unix n - n 1000? 0 flush',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ]
  writeFileSync(join(settings, 'master.cf'), services.join('\n'))
  writeFileSync(join(settings, 'postfix-files'), '')
  const master = join(unpacked, 'usr/lib/postfix/sbin/master')
  const started = startProgram('postfix', folder, [master, '-c', settings])
  // It says nothing on its error stream.
  const said = started.said.then(
    (text) => text + (existsSync(log) ? readFileSync(log, 'utf8') : ''),
  )
  return running({ ...started, said }, port, join(box, 'new'))
}

/** Debian's Exim, with the access list its manual gives for a limit; what it takes stays in its queue. */
export const startExim = (limit: Limit) => onFreePort((port) => eximAt(port, limit))

async function eximAt(port: number, { most, seconds }: Limit) {
  const folder = await openFolder()
  const spool = join(folder, 'spool')
  mkdirSync(spool)
  chownSync(spool, OWNER.id, OWNER.group)
  const lines = `
exim_user = Debian-exim
exim_group = Debian-exim
never_users =
spool_directory = ${spool}
log_file_path = ${spool}/%slog
primary_hostname = mail.test
daemon_smtp_ports = ${port}
daemon_startup_retries = 1
daemon_startup_sleep = 1s
local_interfaces = 127.0.0.1
tls_advertise_hosts =
queue_only
acl_smtp_mail = mail
acl_smtp_rcpt = accept
begin acl
mail:
  defer message = Sender rate over ${most} in ${seconds}s, try again later
        ratelimit = ${most} / ${seconds}s / per_mail / leaky / $sender_host_address
  accept
begin routers
all:
  driver = accept
  transport = nowhere
begin transports
nowhere:
  driver = appendfile
  file = /dev/null
`
  writeFileSync(join(folder, 'exim.conf'), lines)
  const program = join(mailServerFolder('exim4-daemon-light'), 'usr/sbin/exim4')
  const words = [program, '-bdf', '-C', join(folder, 'exim.conf')]
  const server = startProgram('exim4-daemon-light', folder, words)
  return running(server, port, join(spool, 'input'), '-H')
}
