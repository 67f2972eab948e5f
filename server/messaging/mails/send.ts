import { isIPv4, isIPv6 } from 'node:net'
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

/** A connection to an SMTP server. */
export type Mailer = ReturnType<typeof openMailer>

/**
 * A connection to an SMTP server, opened for the first mail and again after it was closed. `wait`
 * (ms) is the timeout of a step, and twice that of a mail.
 */
export function openMailer(server: MailServer, { wait, site }: { wait: number; site: string }) {
  const { host, port, security, user, password, footer } = server
  const options = {
    pool: true,
    maxConnections: 1,
    // A server may have closed it since the last mail: that one goes over a new connection.
    maxRequeues: 1,
    host,
    port,
    name: greetingName(site),
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
  const open = () => import('nodemailer').then(({ createTransport }) => createTransport(options))
  let opening: ReturnType<typeof open> | undefined
  let hasSent = false
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
      opening ??= open()
      const sending = opening.then((transport) => transport.sendMail(mail))
      try {
        await Promise.race([sending, deadline.promise])
        hasSent = true
        return undefined
      } catch (error) {
        sending.catch(() => undefined)
        return failureOf(error)
      } finally {
        clearTimeout(timer)
      }
    },
    /** Whether a mail has gone since it was opened. */
    hasSent: () => hasSent,
    close(): void {
      hasSent = false
      void opening?.then((transport) => transport.close())
      opening = undefined
    },
  }
}

const domainOf = (address: string, site: string) => address.split('@')[1] || new URL(site).hostname

/**
 * What this console calls itself to a mail server: the name of the site, or its address as RFC 5321
 * (4.1.3) writes it. A name without a dot is none that the server could look up.
 */
export function greetingName(site: string): string {
  const host = new URL(site).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIPv6(host)) return `[IPv6:${host}]`
  if (isIPv4(host)) return `[${host}]`
  return host.includes('.') && !host.endsWith('.localhost') ? host : '[127.0.0.1]'
}
