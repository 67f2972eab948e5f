import type { Schema } from '#contract'

/** Why servers carry no traffic: machine away, no port opens, no client or no target reachable. */
export type DownCause = 'away' | 'noPorts' | 'noEntry' | 'noWayOut'
/** Why servers are not reached from everywhere: other nodes alone reach them, or the console alone. */
export type PartCause = 'onlyNodes' | 'onlyConsole' | 'noUdp' | 'unseen'

/** Whether clients can connect with an account, and on how many of its servers that holds. */
export type ConnectionWords = {
  state: Schema<'ConnectionState'> | 'unlimited' | 'slowed'
  affected: number
  servers: number
  /** Already formatted; null where it does not open by itself. */
  until: string | null
}

/** An account in a message; amounts and times are already formatted. */
type AccountWords = {
  port: number
  connection: ConnectionWords
  used: string
  /** Null without a quota. */
  quota: string | null
  /** Null without an end; nothing while the time has not begun. */
  ends: string | null | undefined
}

/** The messages of the Telegram bot. */
type TelegramWords = {
  /** What each command does, for the menu of the app; 256 letters at most. */
  commands: { account: string; login: string; unbind: string; help: string }
  /** To a chat without a user. */
  welcome: (site: { title: string; address: string }) => string
  helpUser: (title: string) => string
  helpAdmin: (title: string) => string
  bound: (email: string) => string
  alreadyBound: (email: string) => string
  wrongCode: string
  unbound: string
  notBound: string
  loginLink: (link: string) => string
  adminsLogIn: string
  noAccount: string
  account: (account: AccountWords) => string
  messageKept: string
  tooManyMessages: string
  tooManyPictures: string
  /** There is no room for more pictures, of anybody. */
  noRoom: string
  /** A picture that is too large or none; a photo is made smaller by Telegram. */
  pictureNotSent: string
  /** A voice message, a sticker, a place and all else that is neither text nor picture. */
  onlyPictures: string
  /** What was sent already was changed in Telegram. */
  changeNotSent: string
  trouble: string
  test: (title: string) => string
}

/** Texts of an installed console outside its window. */
type AppWords = {
  about: string
  /** Behind a long press on the icon; two or three words. */
  shortcuts: { myAccounts: string; myOrders: string; accounts: string }
}

/** Notifications. To admins unless it says otherwise. */
type EventWords = {
  signUp: (event: { email: string }) => string
  payment: (event: { orderId: string; amount: string; email: string }) => string
  paymentStuck: (event: { orderId: string }) => string
  /** Money went back at the provider, and not by a refund here. */
  paymentReturned: (event: { orderId: string }) => string
  paymentDisputed: (event: { orderId: string }) => string
  message: (event: { email: string; text: string }) => string
  /** To the user the admins wrote to. */
  reply: (event: { text: string }) => string
  /** A message without a text. */
  pictures: (number: number) => string
  /** To the customer. */
  delivered: (event: { orderId: string }) => string
  /** To the inviter of a customer. */
  reward: (event: { gained: string }) => string
  /** To the customer, whose account ends soon. */
  ending: (event: { port: number; ends: string }) => string
  /** To the customer, who has used so many percent of a cycle's traffic. */
  runningOut: (event: { port: number; percent: number }) => string
  /** To the customer, who has used all of it. */
  usedUp: (event: { port: number }) => string
  /** To the customer: an app on one more device than the account may have asks to be let in. */
  deviceWaits: (event: { port: number; name: string }) => string
  /** Servers that carry no traffic any more, and those that do again; their names as a list. */
  serverDown: (event: { names: string; cause: DownCause }) => string
  /** Servers that are reached from some places only. */
  serverPartly: (event: { names: string; cause: PartCause }) => string
  serverUp: (event: { names: string }) => string
  /** To the main admin: a machine has carried so many percent of what it may in a month. */
  allowance: (event: { name: string; percent: number }) => string
  /** To the main admin: the backup has been behind for five minutes, and is up to date again. */
  backupBehind: string
  backupWell: string
  /** To the main admin: the certificate of the console is missing or nearly over, and replaced. */
  certificateEnding: string
  certificateWell: string
  /** To the main admin: fewer than so many percent of the ports for new accounts are free. */
  portsShort: (event: { percent: number }) => string
  /** To the main admin: trial accounts have all the ports they may, and newcomers get none. */
  trialsRefused: string
}

/** The title of a notification; a few words, as phones cut them after thirty characters. */
type PushWords = {
  signUp: string
  payment: string
  paymentStuck: string
  paymentReturned: string
  paymentDisputed: string
  reply: string
  delivered: string
  reward: string
  ending: string
  runningOut: string
  usedUp: string
  deviceWaits: string
  serverDown: string
  serverPartly: string
  serverUp: string
  allowance: string
  backupBehind: string
  backupWell: string
  certificateEnding: string
  certificateWell: string
  portsShort: string
  trialsRefused: string
  /** Below the name of the site, in a test notification. */
  test: string
}

/** What prevents clients from connecting, where the end of an account does not say it already. */
export type Trouble = 'banned' | 'over' | 'serverDown' | 'noServer'

/** Notes an app shows among the servers of an account; no longer than the name of one. */
type SubscriptionWords = {
  trouble: Record<Trouble, string>
  /** `names` is where, none for everywhere; `until` when it ends by itself, already formatted. */
  troubled: (note: { names: string[]; trouble: string; until: string | null }) => string
  ends: (day: string) => string
  hoursLeft: (hours: number) => string
  minutesLeft: (minutes: number) => string
  ended: string
  notStarted: string
  /** In place of servers, where all of them are WireGuard and the account's key is not kept. */
  keyless: string
  /** In place of servers, for an app on a device that is not let in. */
  devices: { full: string; waiting: string }
  /** The page of a subscription in a browser; `quota` is null without one. */
  page: {
    used: (used: string, quota: string | null) => string
    end: (time: string) => string
    noEnd: string
    add: string
    /** Above the apps of other systems. */
    others: string
    /** Where another app shows the page: how to open it in a browser. */
    inApp: string
    /** The link to the console. */
    site: string
    scan: string
    /** The link to the operator's help. */
    support: string
    secret: string
  }
}

/** A mail that warns a customer. */
type Warning = {
  kind: string
  port: number
  ends: string
  percent: number
  title: string
  /** Opens the renewal of the account. */
  link: string
}

/**
 * Every text the server itself writes to people, by the room that writes it.
 *
 * Each language is one value of this type, so that a text without a translation does not compile.
 */
export type Words = {
  /** The name of the default group until an admin renames it. */
  firstGroup: string
  app: AppWords
  /** The offer, for readers without scripts. */
  front: { plans: string; signUp: string; logIn: string }
  telegram: TelegramWords
  events: EventWords
  pushes: PushWords
  subscriptions: SubscriptionWords
  warnings: (warning: Warning) => { subject: string; content: string }
  /** Mails to a customer whose login an admin has changed; the link leads to the login. */
  loginChanged: Record<
    'password' | 'factors',
    (site: { title: string; link: string }) => { subject: string; content: string }
  >
}
