import type { Schema } from '#contract'

/** Why servers carry no traffic: their machine is away, no port opens, nobody gets in, or out. */
export type DownCause = 'away' | 'noPorts' | 'noEntry' | 'noWayOut'
/** Why servers are not reached from everywhere: other nodes alone reach them, or the console alone. */
export type PartCause = 'onlyNodes' | 'onlyConsole'

/** Whether clients can connect with an account, and on how many of its servers that holds. */
export type ConnectionWords = {
  state: Schema<'ConnectionState'> | 'unlimited'
  affected: number
  servers: number
  /** Ready to be read; null where nothing opens by itself. */
  until: string | null
}

/** An account as a message tells of it; amounts and times are ready to be read. */
type AccountWords = {
  port: number
  connection: ConnectionWords
  used: string
  /** Null without a quota. */
  quota: string | null
  /** Null without an end; nothing while the time has not begun. */
  ends: string | null | undefined
}

/** What the Telegram bot says. */
type TelegramWords = {
  /** What each command does, for the menu of the app; 256 letters at most. */
  commands: { account: string; login: string; unbind: string; help: string }
  /** To a chat nobody is bound to. */
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
  trouble: string
  test: (title: string) => string
}

/** What an installed console says of itself outside its window. */
type AppWords = {
  about: string
  /** Behind a long press on the icon; two or three words. */
  shortcuts: { myAccounts: string; myOrders: string; accounts: string }
}

/** What people hear of without asking. To admins unless it says otherwise. */
type EventWords = {
  signUp: (event: { email: string }) => string
  payment: (event: { orderId: string; amount: string; email: string }) => string
  paymentStuck: (event: { orderId: string }) => string
  message: (event: { email: string; text: string }) => string
  /** To the user the admins wrote to. */
  reply: (event: { text: string }) => string
  /** To the customer. */
  delivered: (event: { orderId: string }) => string
  /** To whoever invited a customer. */
  reward: (event: { gained: string }) => string
  /** To the customer, whose account ends soon. */
  ending: (event: { port: number; ends: string }) => string
  /** To the customer, who has used so many percent of a cycle's traffic. */
  runningOut: (event: { port: number; percent: number }) => string
  /** To the customer, who has used all of it. */
  usedUp: (event: { port: number }) => string
  /** Servers that carry no traffic any more, and such that do again; their names in a row. */
  serverDown: (event: { names: string; cause: DownCause }) => string
  /** Servers that are reached from some places only. */
  serverPartly: (event: { names: string; cause: PartCause }) => string
  serverUp: (event: { names: string }) => string
  /** To the main admin: a machine has carried so many percent of what it may in a month. */
  allowance: (event: { name: string; percent: number }) => string
  /** To the main admin: what is saved has not been kept elsewhere for five minutes, and is again. */
  backupBehind: string
  backupWell: string
}

/** What stands above a notification; a few words, as phones cut them after thirty letters. */
type PushWords = {
  signUp: string
  payment: string
  paymentStuck: string
  reply: string
  delivered: string
  reward: string
  ending: string
  runningOut: string
  usedUp: string
  serverDown: string
  serverPartly: string
  serverUp: string
  allowance: string
  backupBehind: string
  backupWell: string
  /** Under the name of the site, when somebody tries it. */
  test: string
}

/** What keeps clients from connecting, where the end of an account does not say it already. */
export type Trouble = 'banned' | 'over' | 'serverDown' | 'noServer'

/** What an app shows of an account among its servers; no longer than the name of one. */
type SubscriptionWords = {
  trouble: Record<Trouble, string>
  /** `names` is where, none for everywhere; `until` when it ends by itself, ready to be read. */
  troubled: (note: { names: string[]; trouble: string; until: string | null }) => string
  ends: (day: string) => string
  hoursLeft: (hours: number) => string
  minutesLeft: (minutes: number) => string
  ended: string
  notStarted: string
  /** What a browser shows that opens the link; `quota` is null without one. */
  page: {
    used: (used: string, quota: string | null) => string
    end: (time: string) => string
    noEnd: string
    add: string
    scan: string
    /** Leads to where the operator helps. */
    support: string
    secret: string
  }
}

/** A mail that warns a customer. */
type Warning = { kind: string; port: number; ends: string; percent: number; title: string }

/**
 * Every text the server itself writes to people, by who writes it.
 *
 * Each language is one value of this type, so that a text without a translation does not compile.
 */
export type Words = {
  /** What the group of those without another is called until an admin renames it. */
  firstGroup: string
  app: AppWords
  telegram: TelegramWords
  events: EventWords
  pushes: PushWords
  subscriptions: SubscriptionWords
  warnings: (warning: Warning) => { subject: string; content: string }
}
