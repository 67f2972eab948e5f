import type { Schema } from '#contract'

/** A mail server that is set up, as the settings answer it. */
export const MAIL_SERVER: Schema<'MailServer'> = {
  host: 'smtp.example.com',
  port: 465,
  security: 'tls',
  user: 'me',
  hasPassword: true,
  fromName: 'Shop',
  fromAddress: 'shop@example.com',
  blackList: [],
}
