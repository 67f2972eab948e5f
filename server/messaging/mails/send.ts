import { failureOf, type MailFailure } from './problem.ts'
import type { MailServer } from './server.ts'

type Letter = {
  recipient: string
  subject: string
  content: string
  /** Stays the same over all tries of the mail, so that mail readers show it once. */
  messageId?: string
  /** Written by a person and not by the site. */
  personal?: boolean
}

/**
 * A connection to an SMTP server. `wait` (ms) is the timeout of a step, and twice that of a mail.
 */
export function openMailer(server: MailServer, { wait, site }: { wait: number; site: string }) {
  const { host, port, security, user, password, footer } = server
  const options = {
    pool: true,
    maxConnections: 4,
    host,
    port,
    name: new URL(site).hostname,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user ? { auth: { user, pass: password } } : {}),
    connectionTimeout: wait,
    greetingTimeout: wait,
    socketTimeout: wait,
    dnsTimeout: wait,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // Its library is loaded once a mail is to be sent.
  const opening = import('nodemailer').then(({ createTransport }) => createTransport(options))
  const address = server.fromAddress || user

  return {
    /** Sends a mail; returns why it was not sent, or undefined when it was. */
    async send(letter: Letter): Promise<MailFailure | undefined> {
      const { recipient, subject, content, messageId, personal } = letter
      const deadline = Promise.withResolvers<never>()
      const late = Object.assign(new Error('The server takes too long'), { code: 'ETIMEDOUT' })
      const timer = setTimeout(() => deadline.reject(late), 2 * wait)
      const mail = {
        from: { name: server.fromName, address },
        to: { name: '', address: recipient },
        subject,
        // The separator mail readers know a signature by.
        text: footer === '' ? content : `${content}\n\n-- \n${footer}`,
        ...(messageId ? { messageId: `<${messageId}@${domainOf(address, site)}>` } : {}),
        // Out-of-office replies should not answer a code.
        ...(personal ? {} : { headers: { 'Auto-Submitted': 'auto-generated' } }),
      }
      const sending = opening.then((transport) => transport.sendMail(mail))
      try {
        await Promise.race([sending, deadline.promise])
        return undefined
      } catch (error) {
        sending.catch(() => undefined)
        return failureOf(error)
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => void opening.then((transport) => transport.close()),
  }
}

const domainOf = (address: string, site: string) => address.split('@')[1] || new URL(site).hostname
