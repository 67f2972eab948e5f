import { describe, expect, test } from 'vitest'
import { sendDueMails } from '../../../server/messaging/mails/outbox.ts'
import { failureOf } from '../../../server/messaging/mails/problem.ts'
import { greetingName } from '../../../server/messaging/mails/send.ts'
import { insertMail } from '../../../server/messaging/mails/store.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'
import { openSmtp } from '../../support/smtp.ts'

const replied = (command: string, response: string) =>
  failureOf({
    code: command === 'AUTH PLAIN' ? 'EAUTH' : 'EENVELOPE',
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  })

describe('a refusal', () => {
  test.each([
    ['RCPT TO', '504 5.5.2 <203.0.113.7>: Helo command rejected: need fully-qualified hostname'],
    ['RCPT TO', '550 5.7.1 <localhost>: Helo command rejected: Host not found'],
    ['RCPT TO', '450 4.7.1 <shop.example>: Helo command rejected: Host not found'],
    ['MAIL FROM', '503 5.5.1 Error: send HELO/EHLO first'],
    ['EHLO', '501 5.5.4 Invalid argument'],
    ['HELO', '504 5.5.2 Bad name'],
  ])('of how this site calls itself is the server’s: %s %s', (command, reply) => {
    expect(replied(command, reply)).toMatchObject({
      problem: 'greeting',
      scope: 'server',
      isFinal: false,
      costsTry: false,
    })
  })

  test.each([
    [
      'AUTH PLAIN',
      '535 5.7.139 Authentication unsuccessful, basic authentication is disabled',
      'login',
    ],
    ['AUTH PLAIN', '432 4.7.12 A password transition is needed', 'login'],
    ['AUTH PLAIN', '454 4.7.0 Temporary authentication failure', 'later'],
    ['AUTH PLAIN', '535 Too many failed logins, try again later', 'later'],
    ['MAIL FROM', '530 5.7.0 Authentication required', 'login'],
    ['RCPT TO', '554 5.7.1 <ann@example.com>: Relay access denied', 'login'],
    ['RCPT TO', '550 relay not permitted, authentication required', 'login'],
    [
      'RCPT TO',
      '554 5.7.1 Service unavailable; Client host [203.0.113.7] blocked using zen',
      'refused',
    ],
    ['CONN', '554 5.7.1 No SMTP service here', 'refused'],
    ['MAIL FROM', '501 mail from address must be same as authorization user', 'sender'],
    ['MAIL FROM', '553 5.7.1 Sender address rejected: not owned by user', 'sender'],
  ])('that every mail meets is the server’s: %s %s', (command, reply, problem) => {
    expect(replied(command, reply)).toMatchObject({
      problem,
      scope: 'server',
      isFinal: false,
      costsTry: false,
    })
  })

  test.each([
    ['RCPT TO', '450 4.2.0 <ann@example.com>: Recipient address rejected: Greylisted', 'mail'],
    ['RCPT TO', '451 4.7.1 Greylisting in action, please come back in 00:05:00', 'mail'],
    ['RCPT TO', '450 4.2.1 The user is receiving mail at a rate that is too high', 'mail'],
    ['RCPT TO', '452 4.2.2 The recipient’s inbox is out of storage space', 'mail'],
    ['RCPT TO', '450 Not now', 'unclear'],
    ['RCPT TO', '451 4.3.0 Temporary lookup failure', 'pace'],
    [
      'RCPT TO',
      '451 Domain example.org has exceeded the max emails per hour (5/5 (100%)) allowed.',
      'pace',
    ],
    ['RCPT TO', '450 4.7.1 Error: too many recipients from 127.0.0.1', 'pace'],
    ['MAIL FROM', '450 4.7.1 Error: too much mail from 127.0.0.1', 'pace'],
    ['MAIL FROM', '452 4.3.1 Insufficient system storage', 'pace'],
    ['MAIL FROM', '451 Not now', 'pace'],
    ['MAIL FROM', '421 4.7.28 Unusual rate', 'pace'],
    ['DATA', '454 Throttling failure: Maximum sending rate exceeded.', 'pace'],
    ['DATA', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded', 'pace'],
    ['RCPT TO', '550 5.4.5 Daily user sending limit exceeded.', 'pace'],
    ['DATA', '554 5.2.0 Submission quota exceeded for this sender', 'pace'],
    ['CONN', '421 4.7.0 Error: too many connections from 127.0.0.1', 'connections'],
    ['CONN', '450 4.3.2 Not now', 'connections'],
    ['EHLO', '421 4.3.2 Too many concurrent sessions', 'connections'],
    ['MAIL FROM', '452 4.5.3 too many messages in this session', 'session'],
  ])('for now is nobody’s fault: %s %s (%s)', (command, reply, scope) => {
    const isOfMail = scope === 'mail' || scope === 'unclear'
    expect(replied(command, reply)).toMatchObject({
      problem: 'later',
      scope,
      isFinal: false,
      costsTry: isOfMail,
    })
  })

  test.each([
    ['RCPT TO', '550 5.1.1 No such user', 'recipient'],
    ['RCPT TO', '501 5.1.3 Bad recipient address syntax', 'recipient'],
    [
      'RCPT TO',
      '504 5.5.2 <x>: Recipient address rejected: need fully-qualified address',
      'recipient',
    ],
    ['RCPT TO', '552 5.2.2 Mailbox full, quota exceeded', 'recipient'],
    ['MAIL FROM', '552 5.3.4 Message size exceeds fixed limit', 'refused'],
    ['DATA', '554 5.7.1 Spam score exceeds the limit', 'refused'],
    ['DATA', '554 5.4.6 Message exceeded the maximum number of hops', 'refused'],
  ])('of one mail is final: %s %s', (command, reply, problem) => {
    expect(replied(command, reply)).toMatchObject({ problem, scope: 'mail', isFinal: true })
  })

  test('without a reply uses up a try only where the mail may have arrived', () => {
    const cost = (error: object) => failureOf(error).costsTry
    expect(cost({ code: 'ESOCKET', originalCode: 'ECONNREFUSED', message: 'x' })).toBe(false)
    expect(cost({ code: 'ETIMEDOUT', message: 'Connection timeout' })).toBe(false)
    expect(cost({ code: 'ETIMEDOUT', message: 'Greeting never received' })).toBe(false)
    expect(cost({ code: 'ETIMEDOUT', message: 'Timeout' })).toBe(true)
    expect(cost({ code: 'ECONNECTION', message: 'Connection closed unexpectedly' })).toBe(true)
    expect(cost({ code: 'EDNS', message: 'x' })).toBe(false)
  })
})

describe('this site calls itself', () => {
  test.each([
    ['https://shop.example', 'shop.example'],
    ['https://shop.example.:8443', 'shop.example'],
    ['https://магазин.example', 'xn--80aairftm.example'],
    ['http://203.0.113.7:8080', '[203.0.113.7]'],
    ['http://[2001:db8::1]:8080', '[IPv6:2001:db8::1]'],
    ['http://localhost:8080', '[127.0.0.1]'],
    ['http://shop.localhost', '[127.0.0.1]'],
    ['http://console', '[127.0.0.1]'],
  ])('at %s: %s', (site, name) => expect(greetingName(site)).toBe(name))

  test('to the mail server', async () => {
    const [world, smtp] = await Promise.all([
      makeWorld({ env: { SITE: 'http://203.0.113.7:8080' } }),
      openSmtp(),
    ])
    await world.as(mainAdmin).PUT('/api/admin/setting/mailServer', { body: smtp.setting })
    const mail = {
      kind: 'order',
      recipient: 'ann@example.com',
      subject: 'x',
      content: 'x',
    } as const
    await insertMail(world.db, mail, world.clock.at)
    await sendDueMails(world.world)
    expect([...smtp.connections.names]).toEqual(['[203.0.113.7]'])
  })
})
