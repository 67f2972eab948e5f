import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Body } from '#contract'
import { freePort } from './freePort.ts'
import { LOCALHOST_CERT, LOCALHOST_KEY } from './localhost.ts'

/** A mail as received: the envelope's recipients, and the content. */
export type Received = { from: string; to: string[]; encrypted: boolean; user?: string } & Pick<
  Email,
  'subject' | 'text' | 'messageId' | 'headers'
>

/** How the server answers from now on: a reply such as 450, or a wait in ms. */
type Behaviour = {
  mailFrom?: number
  rcptTo?: number
  data?: number
  wait?: number
  /** Asked at each step, with how many mails this connection has had: a reply, or nothing. */
  limit?: (step: Step, mails: number, session: SMTPServerSession) => string | undefined
}

type Step = 'connect' | 'mailFrom' | 'rcptTo' | 'data'

type Options = {
  security?: Body<'editMailServer'>['security']
  /** The credentials a sender must use. */
  login?: { user: string; password: string }
}

/** An SMTP server, spoken to over TCP; the caller closes it. */
export async function startSmtp({ security = 'none', login }: Options = {}) {
  const received: Received[] = []
  let behaviour: Behaviour = {}
  const mails = new Map<string, number>()
  /** Of connections that were not refused at once: how many there are, were, and called themselves. */
  const connections = { open: new Set<string>(), opened: 0, names: new Set<string>() }
  const answer = async (step: Exclude<Step, 'connect'>, session: SMTPServerSession) => {
    const { wait, [step]: code } = behaviour
    if (wait) await new Promise((resolve) => setTimeout(resolve, wait))
    const reply = replyOf(step, session)
    if (reply) return reply
    if (!code) return null
    return Object.assign(new Error(`I say ${code}`), { responseCode: code })
  }
  const replyOf = (step: Step, session: SMTPServerSession) => {
    const reply = behaviour.limit?.(step, mails.get(session.id) ?? 0, session)
    if (!reply) return undefined
    return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })
  }
  const server = new SMTPServer({
    key: LOCALHOST_KEY,
    cert: LOCALHOST_CERT,
    secure: security === 'tls',
    disabledCommands: security === 'none' ? ['STARTTLS'] : [],
    authOptional: !login,
    allowInsecureAuth: true,
    closeTimeout: 50,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username })
      else done(Object.assign(new Error('Wrong user or password'), { responseCode: 535 }))
    },
    onConnect(session, done) {
      connections.opened += 1
      const refused = replyOf('connect', session)
      if (!refused) connections.open.add(session.id)
      done(refused)
    },
    onClose(session) {
      connections.open.delete(session.id)
    },
    async onMailFrom(_address, session, done) {
      connections.names.add(session.hostNameAppearsAs)
      done(await answer('mailFrom', session))
    },
    async onRcptTo(_address, session, done) {
      done(await answer('rcptTo', session))
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer)
      } catch (error) {
        // The client was killed in the middle of it.
        return done(error as Error)
      }
      const refused = await answer('data', session)
      if (refused) return done(refused)
      mails.set(session.id, (mails.get(session.id) ?? 0) + 1)
      const { subject, text, messageId, headers } = await PostalMime.parse(Buffer.concat(chunks))
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        encrypted: session.secure,
        ...(session.user ? { user: String(session.user) } : {}),
        subject,
        text,
        messageId,
        headers,
      })
      done()
    },
  })
  // Some tests close the client in the middle.
  server.on('error', () => {})
  // Not one of the system's: once it is closed, a server of another test would get these mails.
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))

  return {
    port,
    received,
    connections,
    close,
    behave: (how: Behaviour) => void (behaviour = how),
    /** The setting that sends through this server. */
    setting: {
      host: 'localhost',
      port,
      security,
      user: login?.user ?? '',
      password: login?.password ?? '',
      fromName: 'Sluice',
      fromAddress: 'site@shop.example',
      blackList: ['@bad.example', 'spam*@*'],
    } satisfies Body<'editMailServer'>,
  }
}
