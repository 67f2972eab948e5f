import { describe, expect, test } from 'vitest'
import {
  checkServerDraft,
  newServerDraft,
  type ServerDraft,
  serverDraftOf,
  toNewServer,
  toServerChange,
} from '../../src/features/servers/draft.ts'

const draft = (changes: Partial<ServerDraft> = {}): ServerDraft => ({
  ...newServerDraft('a.example', 0),
  name: 'Tokyo',
  ...changes,
})
const stored = {
  id: 3,
  name: 'Tokyo',
  host: 'a.example',
  method: '',
  scale: 1,
  shift: 0,
  tjPort: 2,
}

describe('a Trojan server of ours', () => {
  const cert = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n'
  const certKey = '-----BEGIN PRIVATE KEY-----\ny\n-----END PRIVATE KEY-----\n'
  const trojan = (changes: Partial<ServerDraft> = {}) =>
    draft({ type: 'Trojan', site: 'http://127.0.0.1:8080', cert, certKey, ...changes })
  const faults = (changes: Partial<ServerDraft>, isNew = true) =>
    Object.keys(checkServerDraft(trojan(changes), false, true, isNew)).sort()

  test('needs a port, a site and a certificate with its key', () => {
    expect(faults({})).toEqual([])
    for (const tjPort of ['', '0', '65536', 'x']) expect(faults({ tjPort })).toEqual(['tjPort'])
    for (const site of ['https://a.example', 'http://[::1]:80', 'http://a.example/'])
      expect(faults({ site })).toEqual([])
    for (const site of [
      '',
      'a.example',
      'ftp://a.example',
      'http://a/b',
      'http://me@a',
      'http://a?b',
    ])
      expect(faults({ site })).toEqual(['site'])
    expect(faults({ cert: '' })).toEqual(['cert'])
    expect(faults({ cert: '', certKey: '' })).toEqual(['cert'])
    expect(faults({ certKey: '' })).toEqual(['certKey'])
    expect(faults({ cert: 'x' })).toEqual(['cert'])
    // One there is keeps what it has.
    expect(faults({ cert: '', certKey: '' }, false)).toEqual([])
    expect(faults({ cert: '' }, false)).toEqual(['cert'])
    expect(faults({ certKey: '' }, false)).toEqual(['certKey'])
  })

  test('needs no certificate where the console orders it, and says so to a server that can', () => {
    const ordered = { ordersCert: true, cert: '', certKey: '' }
    expect(faults(ordered)).toEqual([])
    expect(faults({ ...ordered, site: '' })).toEqual(['site'])
    const sent = toNewServer(trojan({ ordersCert: true }))
    expect(sent).toMatchObject({ ordersCertificate: true })
    expect(sent).not.toHaveProperty('certificate')
    expect(toNewServer(trojan())).not.toHaveProperty('ordersCertificate')
    const order = { problem: null, said: '', next: null }
    const server = { ...stored, type: 'Trojan', plane: 'embedded', site: 'http://a' }
    const known = { ...server, certificateOrder: order } as never
    expect(serverDraftOf(known).ordersCert).toBe(true)
    expect(toServerChange(trojan({ ordersCert: false }), known)).toMatchObject({
      ordersCertificate: false,
    })
    expect(toServerChange(trojan(), server as never)).not.toHaveProperty('ordersCertificate')
  })

  test('is sent with its certificate, or without where that stays', () => {
    const certificate = { cert: cert.trim(), key: certKey.trim() }
    const sent = { type: 'Trojan', tjPort: 443, site: 'http://127.0.0.1:8080' }
    expect(toNewServer(trojan({ site: ' http://127.0.0.1:8080/ ' }))).toMatchObject({
      ...sent,
      plane: 'embedded',
      certificate,
    })
    const server = {
      ...stored,
      type: 'Trojan',
      plane: 'node',
      nodeId: 3,
      site: 'http://a',
    } as never
    const change = toServerChange(trojan({ cert: '', certKey: '', nodeId: '3' }), server)
    expect(change).toMatchObject({ ...sent, plane: 'node', nodeId: 3 })
    expect(change).not.toHaveProperty('certificate')
    expect(serverDraftOf(server)).toMatchObject({ site: 'http://a', tjPort: '2', cert: '' })
  })

  test('may show this console, where that is on the machine', () => {
    expect(faults({ site: 'console' })).toEqual([])
    expect(faults({ site: 'console', nodeId: '3' })).toEqual(['site'])
  })

  test('asks of a WebSocket what can be, and of a web server in front no certificate', () => {
    expect(faults({ wsWay: 'only' })).toEqual([])
    const wrong = { wsPath: '/short', wsAddress: 'a/b', wsName: 'a:1', wsTrusted: '10.0.0.0/33' }
    expect(faults({ wsWay: 'only', ...wrong })).toEqual(Object.keys(wrong).sort())
    // What is not shown is not asked for.
    expect(faults(wrong)).toEqual([])
    const right = {
      wsPath: '/0123456789abcde_',
      wsAddress: '[2001:db8::1]:8443',
      wsName: 'a.example',
      wsTrusted: '10.0.0.0/8\n2001:db8::/32, 192.0.2.1',
    }
    expect(faults({ wsWay: 'beside', ...right })).toEqual([])
    expect(faults({ wsWay: 'proxied', cert: '', certKey: '' })).toEqual([])
    expect(faults({ wsWay: 'only', cert: '', certKey: '' })).toEqual(['cert'])
  })

  test('says how it is reached by WebSocket, and not to a server that does not know it', () => {
    expect(toNewServer(trojan())).not.toHaveProperty('webSocket')
    const fields = { wsPath: ' /0123456789abcde_ ', wsAddress: ' cdn.example ' }
    expect(toNewServer(trojan({ wsWay: 'proxied', ...fields }))).toMatchObject({
      webSocket: {
        way: 'proxied',
        path: '/0123456789abcde_',
        address: 'cdn.example',
        name: null,
        trusted: '',
      },
    })
    expect(toNewServer(trojan({ wsWay: 'proxied' }))).not.toHaveProperty('certificate')
    const webSocket = { way: 'only', path: '/a', address: 'b:1', name: 'c', trusted: 'd' }
    const there = { comment: '', plane: 'node', nodeId: 3, webSocket }
    const server = { ...stored, type: 'Trojan', ...there } as never
    expect(serverDraftOf(server)).toMatchObject({
      wsWay: 'only',
      wsPath: '/a',
      wsAddress: 'b:1',
      wsName: 'c',
      wsTrusted: 'd',
    })
    expect(toServerChange({ ...serverDraftOf(server), wsWay: '' }, server)).toMatchObject({
      webSocket: null,
    })
    expect(serverDraftOf(stored as never).wsWay).toBe('')
  })

  test('says what is spoken inside, and not to a server that knows Trojan alone', () => {
    const sent = (wsInside: ServerDraft['wsInside']) =>
      toNewServer(trojan({ wsWay: 'only', wsInside })).webSocket
    expect(sent('shadowsocks')).toMatchObject({ way: 'only', inside: 'shadowsocks' })
    expect(sent('trojan')).not.toHaveProperty('inside')
    const known = {
      way: 'only',
      inside: 'both',
      path: '/a',
      address: null,
      name: null,
      trusted: '',
    }
    const server = { ...stored, type: 'Trojan', comment: '', plane: 'embedded', webSocket: known }
    const opened = serverDraftOf(server as never)
    expect(opened.wsInside).toBe('both')
    expect(toServerChange({ ...opened, wsInside: 'trojan' }, server as never)).toMatchObject({
      webSocket: { inside: 'trojan' },
    })
  })
})
