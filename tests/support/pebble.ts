import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:https'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { freePort } from './freePort.ts'
import { emptyFolder } from './served.ts'
import { eventually } from './shadowsocks.ts'

/** A certificate that signed itself, for these names (`DNS:…`, `IP:…`), as files. */
export function selfSigned(folder: string, name: string, names: string, days = 30) {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const life = ['-days', String(days), '-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`]
  const args = ['req', '-x509', ...curve, ...life, '-out', cert, '-keyout', key]
  execFileSync('openssl', args, { stdio: 'ignore' })
  return { cert, key }
}

/**
 * Let's Encrypt's own test server (Debian's `pebble`): a certificate authority that really looks at
 * port `httpPort` of every name, which is this machine. It rejects one in twenty nonces, as meant.
 * `more` are settings of its own.
 */
export async function startPebble(httpPort: number, more: object = {}) {
  const folder = await emptyFolder()
  const own = selfSigned(folder, 'localhost', 'DNS:localhost,IP:127.0.0.1')
  const [port, management, dns] = [await freePort(), await freePort(), await freePort()]
  const unused = await freePort()
  const settings = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: own.cert,
    privateKey: own.key,
    httpPort,
    tlsPort: 1,
    ...more,
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ pebble: settings }))
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1' }
  const names = ['-dns01', `127.0.0.1:${dns}`, '-defaultIPv6', '']
  const off = [
    '-management',
    `127.0.0.1:${unused}`,
    '-http01',
    '',
    '-https01',
    '',
    '-tlsalpn01',
    '',
  ]
  const programs = [
    spawn('pebble-challtestsrv', [...names, ...off], { stdio: 'ignore' }),
    spawn('pebble', ['-config', join(folder, 'config.json'), '-dnsserver', `127.0.0.1:${dns}`], {
      stdio: 'ignore',
      env,
    }),
  ]
  const stop = async () => {
    for (const program of programs)
      if (program.exitCode === null && program.kill()) await once(program, 'exit')
  }
  onTestFinished(stop)
  const before = getCACertificates('default')
  const ownCertificate = readFileSync(own.cert, 'utf8')
  setDefaultCACertificates([...before, ownCertificate])
  onTestFinished(() => setDefaultCACertificates(before))
  const agent = new Agent({ ca: ownCertificate })
  const ask = async (path: string) => {
    const asking = get(`https://127.0.0.1:${management}${path}`, { agent })
    const [reply] = await once(asking, 'response')
    return text(reply)
  }
  await eventually(() => ask('/roots/0').then(Boolean, () => false))
  return {
    directory: `https://127.0.0.1:${port}/dir`,
    /** What it is itself served with, as a file: whom a console has to trust. */
    certificate: own.cert,
    /** The authority's certificate, which changes with every start. */
    root: await ask('/roots/0'),
    stop,
  }
}
