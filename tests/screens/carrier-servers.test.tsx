/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const form = (fields: Answers = {}): Answers => ({
  getStatus: statuses.mainAdmin,
  getFreeShift: { shift: 0 },
  listNodes: [],
  createServer: { serverId: 5 },
  ...fields,
})
const CERT = '-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----'
const KEY = '-----BEGIN PRIVATE KEY-----\nBB\n-----END PRIVATE KEY-----'

/** The form of a new server of this machine, of a type. */
async function openForm(type: string, answers: Answers = {}) {
  const opened = await openScreen('/admin/addServer?where=here', form(answers))
  const { screen, calls } = opened
  await screen.getByRole('combobox', { name: 'Type' }).selectOptions(type)
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Front')
  const add = () => screen.getByRole('button', { name: 'Add server' }).click()
  const sent = () => calls.filter(({ id }) => id === 'createServer').map(({ body }) => body)
  return { ...opened, add, sent }
}

describe('a new Trojan server', () => {
  test('is sent with its site and certificate, once all of it is there', async () => {
    const { screen, add, sent } = await openForm('Trojan')
    await expect.element(screen.getByRole('textbox', { name: 'Trojan port' })).toHaveValue('443')
    // Its accounts share one port.
    expect(screen.getByRole('textbox', { name: 'Port offset', exact: true }).elements()).toEqual([])
    await add()
    await expect.element(screen.getByRole('textbox', { name: 'Web site behind' })).toBeInvalid()
    expect(sent()).toEqual([])
    await screen.getByRole('textbox', { name: 'Web site behind' }).fill('http://127.0.0.1:8080/')
    await screen.getByRole('textbox', { name: 'Certificate with its chain' }).fill(CERT)
    await screen.getByRole('textbox', { name: 'Private key of the certificate' }).fill(KEY)
    await add()
    await expect.poll(sent).toMatchObject([
      {
        type: 'Trojan',
        plane: 'embedded',
        tjPort: 443,
        site: 'http://127.0.0.1:8080',
        certificate: { cert: CERT, key: KEY },
      },
    ])
  })

  test('may be reached by WebSocket, without a certificate behind a web server', async () => {
    const { screen, add, sent } = await openForm('Trojan')
    await screen.getByRole('textbox', { name: 'Web site behind' }).fill('http://127.0.0.1:8080')
    const path = screen.getByRole('textbox', { name: 'Secret path' })
    expect(path.elements()).toEqual([])
    const webSocket = screen.getByRole('combobox', { name: 'WebSocket' })
    await webSocket.selectOptions('Behind a web server on the machine')
    await path.fill('/short')
    await add()
    await expect.element(path).toBeInvalid()
    expect(screen.getByRole('textbox', { name: 'Certificate with its chain' }).elements()).toEqual(
      [],
    )
    await path.fill('')
    await screen.getByRole('textbox', { name: 'Address for links' }).fill('cdn.example')
    const inside = screen.getByRole('combobox', { name: 'Inside the WebSocket' })
    await expect.element(inside).toHaveValue('trojan')
    await inside.selectOptions('Shadowsocks (v2ray-plugin)')
    await add()
    await expect.poll(sent).toMatchObject([
      {
        type: 'Trojan',
        webSocket: { way: 'proxied', inside: 'shadowsocks', path: null, address: 'cdn.example' },
      },
    ])
  })

  test.each([
    ['key of another', 'The private key is not the one of the certificate.'],
    ['certificate ended', 'The certificate has expired.'],
  ] as const)('that is refused with "%s" keeps what was typed', async (word, sentence) => {
    const { screen, add } = await openForm('Trojan', { createServer: { refused: 403, word } })
    const key = screen.getByRole('textbox', { name: 'Private key of the certificate' })
    await screen.getByRole('textbox', { name: 'Web site behind' }).fill('http://127.0.0.1:8080')
    await screen.getByRole('textbox', { name: 'Certificate with its chain' }).fill(CERT)
    await key.fill(KEY)
    await add()
    await expect.element(screen.getByText(sentence)).toBeVisible()
    await expect.element(key).toHaveValue(KEY)
  })
})

describe('a new server of Shadowsocks 2022', () => {
  test('has one port for all accounts where one is entered, and none of ChaCha', async () => {
    const { screen, add, sent } = await openForm('Shadowsocks')
    const cipher = screen.getByRole('combobox', { name: 'Cipher' })
    const port = screen.getByRole('textbox', { name: 'Port for all accounts' })
    const offset = screen.getByRole('textbox', { name: 'Port offset', exact: true })
    expect(port.elements()).toEqual([])
    await cipher.selectOptions('2022-blake3-chacha20-poly1305')
    await expect.element(screen.getByText(/wrong by at most 30 seconds/)).toBeVisible()
    expect(port.elements()).toEqual([])
    await cipher.selectOptions('2022-blake3-aes-128-gcm')
    await expect.element(offset).toBeVisible()
    await port.fill('8388')
    await expect.poll(() => offset.elements()).toEqual([])
    await add()
    await expect
      .poll(sent)
      .toMatchObject([{ type: 'Shadowsocks', method: '2022-blake3-aes-128-gcm', ssPort: 8388 }])
  })
})
