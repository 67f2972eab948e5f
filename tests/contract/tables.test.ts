import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { assembled } from '../../openapi/assemble.ts'
import { tablesOf } from '../../openapi/tables.ts'
import { faultsOfWords } from '../../openapi/words.ts'

const folder = new URL('../../openapi/', import.meta.url)
const contract = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => [name, parse(readFileSync(new URL(name, folder), 'utf8')) as object]),
)

/** The contract with operations that nobody has thought of. */
const withNoun = (text: string) => assembled({ ...contract, 'lamps.yaml': parse(text) })

/** A write of every admin, with these words. */
const lightLamp = (...words: string[]) =>
  withNoun(`
paths:
  /api/admin/lamp/{lampId}:
    put:
      operationId: lightLamp
      security: [{ session: [admin] }]
      ${words.join('\n      ')}
      parameters: [{ name: lampId, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: Lit }
        '403': { description: No, content: { text/plain: { schema: { type: string, enum: [no oil] } } } }
`)
const AUDIT = 'x-audit: { subject: server, id: path.lampId, isEdit: true }'
const WORDS = [
  'x-effect: write',
  'x-permission: help',
  'x-scope: group',
  AUDIT,
  'x-idempotent: true',
  'x-outdates: [getServer]',
]
const without = (word: string) => WORDS.filter((one) => !one.startsWith(word))

describe('an operation that is named in the contract', () => {
  test.each([
    ['roles.ts', '  lightLamp: ["admin"],'],
    ['roles.ts', '  lightLamp: "help",'],
    ['roles.ts', '  lightLamp: ["no oil"],'],
    ['audits.ts', '  lightLamp: {"subject":"server","id":"path.lampId","isEdit":true},'],
    ['idempotent.ts', '  lightLamp: "PUT /api/admin/lamp/{lampId}",'],
    ['effects.ts', '  lightLamp: "write",'],
    ['outdated.ts', '  lightLamp: ["getServer"],'],
    ['added.ts', "  'lightLamp',"],
  ])('is in the table of %s as%s', (name, row) => {
    const document = lightLamp(...WORDS)
    expect(faultsOfWords(document)).toEqual([])
    expect(tablesOf(document)[name]?.split('\n')).toContain(row)
    expect(tablesOf(assembled(contract))[name]).not.toContain('lightLamp')
  })

  test.each([
    ['user', /^  user: .*"getLamp"/m, /^  (admin|everybody): .*"getLamp"/m],
    ['mainAdmin', /^  admin: .*"getLamp"/m, /^  (user|everybody): .*"getLamp"/m],
    ['', /^  everybody: .*"getLamp"/m, /^  (user|admin): .*"getLamp"/m],
  ])('is stored on a device of "%s", where that is said', (role, own, others) => {
    const security = `security: [${role && `{ session: [${role}] }`}]`
    const scope = role === 'user' ? ', x-scope: own' : ''
    const rest = `x-effect: read, ${security}${scope}, x-keep: true, responses: {}`
    const document = withNoun(`paths: { /api/lamp: { get: { operationId: getLamp, ${rest} } } }`)
    expect(faultsOfWords(document)).toEqual([])
    expect(tablesOf(document)['kept.ts']).toMatch(own)
    expect(tablesOf(document)['kept.ts']).not.toMatch(others)
    expect(
      tablesOf(
        withNoun(
          `paths: { /api/lamp: { get: { operationId: getLamp, ${security}, responses: {} } } }`,
        ),
      )['kept.ts'],
    ).not.toContain('getLamp')
  })

  test('has one name, and so have its place and its schemas', () => {
    const put = 'put: { operationId: other, responses: {} }'
    const paths = 'paths: { /api/a: { get: { operationId: getUser, responses: {} } } }'
    expect(() => withNoun(paths)).toThrow('named twice: getUser')
    expect(() => withNoun(`paths: { "/api/admin/server/{serverId}": { ${put} } }`)).toThrow(
      'put /api/admin/server/{serverId} is named twice',
    )
    expect(() => withNoun('{ paths: {}, schemas: { Id: { type: integer } } }')).toThrow(
      'Id is named twice',
    )
  })
})

describe('the build refuses', () => {
  test('nothing of the contract as it is', () =>
    expect(faultsOfWords(assembled(contract))).toEqual([]))

  test('a call of admins without what it needs to be permitted', () =>
    expect(faultsOfWords(lightLamp(...without('x-permission')))).toEqual([
      'lightLamp has no x-permission, and admins other than the main one may call it',
    ]))

  test.each(['mainAdmin', 'user', ''])('a permission for a call of "%s"', (role) => {
    const words = `security: [${role && `{ session: [${role}] }`}], x-permission: look, x-effect: read${role === 'user' ? ', x-scope: own' : ''}`
    const get = `get: { operationId: getLamp, ${words}, responses: {} }`
    expect(faultsOfWords(withNoun(`paths: { /api/lamp: { ${get} } }`))).toEqual([
      'getLamp has an x-permission, and no admin other than the main one may call it',
    ])
  })

  test.each(['Help', 'toString'])('the unknown permission %s', (word) =>
    expect(faultsOfWords(lightLamp(`x-permission: ${word}`, ...without('x-permission')))).toEqual([
      `lightLamp: x-permissions does not say what "${word}" permits`,
    ]),
  )

  test.each([
    ['put, x-outdates: []', undefined, 'lampOf has no x-effect'],
    ['put, x-outdates: []', 'reads', 'lampOf: x-effect is read, write or destroy, and not "reads"'],
    ['put', 'read', 'lampOf is a PUT, and its x-effect is read'],
    ['delete', 'read', 'lampOf is a DELETE, and its x-effect is read'],
    ['get, x-outdates: []', 'write', 'lampOf is a GET, and its x-effect is write'],
    ['get, x-outdates: []', 'destroy', 'lampOf is a GET, and its x-effect is destroy'],
    ['post, x-idempotent: true', 'read', 'lampOf takes a key, and its x-effect is read'],
  ])('a call by %s whose effect is %s', (said, effect, fault) => {
    const [method = '', key = ''] = said.split(', ')
    const words = ['security: []', key, effect && `x-effect: ${effect}`].filter(Boolean).join(', ')
    const text = `paths: { /api/lamp: { ${method}: { operationId: lampOf, ${words}, responses: { '200': {} } } } }`
    expect(faultsOfWords(withNoun(text))).toEqual([fault])
  })

  test('a call that is permitted to who only looks, and changes something', () => {
    const words = [
      AUDIT,
      'x-scope: group',
      'x-permission: look',
      'x-effect: write',
      'x-outdates: []',
    ]
    expect(faultsOfWords(lightLamp(...words))).toEqual([
      'lightLamp is permitted to who looks, and its x-effect is write',
    ])
  })

  test('a call of people without whose things it is about', () => {
    const fault = 'lightLamp has no x-scope, and others than the main admin may call it'
    expect(faultsOfWords(lightLamp(...without('x-scope')))).toEqual([fault])
  })

  test.each([
    ['admin', 'put', 'mine', 'lampOf: x-scope is own, group or all, and not "mine"'],
    ['admin', 'put', 'all', 'lampOf writes, and is confined to nobody'],
    [
      'user',
      'get',
      'group',
      'lampOf is confined to the group of an admin, and no admin may call it',
    ],
    [
      'mainAdmin',
      'get',
      'all',
      'lampOf has an x-scope, and is for the main admin or for everybody',
    ],
  ])('for %s to %s within "%s"', (role, method, word, fault) => {
    const effect = method === 'get' ? 'read' : 'write, x-outdates: []'
    const words = `security: [{ session: [${role}] }], x-effect: ${effect}, x-scope: ${word}`
    const rest =
      role === 'admin' ? `, x-permission: help, ${AUDIT.replace('path.lampId', 'caller')}` : ''
    const text = `paths: { /api/lamp: { ${method}: { operationId: lampOf, ${words}${rest}, responses: {} } } }`
    expect(faultsOfWords(withNoun(text))).toEqual([fault])
  })

  test('what an admin sends and nothing says of the audit log', () => {
    const fault = 'lightLamp has no x-audit, and an admin sends it'
    expect(faultsOfWords(lightLamp(...without('x-audit')))).toEqual([fault])
  })

  test.each([
    ['id: path.lampId', 'names no subject'],
    ['subject: setting', 'does not say which setting'],
    ['subject: server, label: Lamp', 'takes its label from nowhere'],
    ['subject: server, id: path.serverId', 'takes "path.serverId", which is not sent'],
    ['subject: server, id: 7.5', 'takes "7.5", which is not sent'],
    ['subject: server, id: [path.lampId, lampId]', 'takes "lampId", which is not sent'],
    ['subject: server, key: body.lampId', 'takes "body.lampId", which is not sent'],
    ['subject: server, isedit: true', 'says "isedit", which nobody reads'],
  ])('of the audit log %s', (said, fault) =>
    expect(faultsOfWords(lightLamp(`x-audit: { ${said} }`, ...without('x-audit')))).toEqual([
      `lightLamp: x-audit ${fault}`,
    ]),
  )

  test.each(['none: Yes, and why', "none: ''", 'none: Because., subject: server'])(
    'not to note something by { %s }, which gives no reason or something besides',
    (said) =>
      expect(faultsOfWords(lightLamp(`x-audit: { ${said} }`, ...without('x-audit')))).toEqual([
        'lightLamp: x-audit is either none, with a reason, or a subject',
      ]),
  )

  test('words for the audit log of what is not noted anyway', () => {
    const get = (role: string, audit: string) =>
      withNoun(`paths: { /api/lamp: { get: { operationId: getLamp, x-effect: read, responses: {},
        security: [{ session: [${role}] }]${role === 'user' ? ', x-scope: own' : ''}, x-audit: { ${audit} } } } }`)
    expect(faultsOfWords(get('user', 'subject: server'))).toEqual([
      'getLamp has an x-audit, and no admin may call it',
    ])
    expect(faultsOfWords(get('mainAdmin', 'none: It reads.'))).toEqual([
      'getLamp needs no x-audit to be left out, as it only reads',
    ])
    expect(faultsOfWords(get('mainAdmin', 'subject: server, isLook: true'))).toEqual([])
  })

  test('storing on a device what a write answers, or what is worth an entry in the audit log', () => {
    expect(faultsOfWords(lightLamp(...WORDS, 'x-keep: true'))).toEqual([
      'lightLamp writes, and its answer is not for a device (x-keep)',
    ])
    const secret =
      'security: [{ session: [mainAdmin] }], x-audit: { subject: server }, x-keep: true'
    const get = `get: { operationId: getLamp, x-effect: read, ${secret}, responses: {} }`
    expect(faultsOfWords(withNoun(`paths: { /api/lamp: { ${get} } }`))).toEqual([
      'getLamp is noted in the audit log, and its answer is not for a device (x-keep)',
    ])
  })

  test('a write that does not say which answers are wrong after it', () =>
    expect(faultsOfWords(lightLamp(...without('x-outdates')))).toEqual([
      'lightLamp has no x-outdates, and it writes',
    ]))

  test.each(['nobodysCall', 'editUser'])('the answer of %s as one that gets wrong', (id) =>
    expect(faultsOfWords(lightLamp(...without('x-outdates'), `x-outdates: [${id}]`))).toEqual([
      `lightLamp: x-outdates names ${id}, which is no operation that reads`,
    ]),
  )

  test('a read after which something else would be wrong', () => {
    const words = 'operationId: getLamp, x-effect: read, x-outdates: [], security: []'
    const text = `paths: { /api/lamp: { get: { ${words}, responses: {} } } }`
    expect(faultsOfWords(withNoun(text))).toEqual([
      'getLamp reads, and outdates nothing (x-outdates)',
    ])
  })

  test('a permission that no operation needs', () => {
    const document = assembled(contract)
    document['x-permissions'].fly = 'Up.'
    expect(faultsOfWords(document)).toEqual(['no operation needs the permission "fly"'])
  })
})
