import type { ConnectionWords, Words } from './shape.ts'

const states = {
  open: 'active',
  unlimited: 'active, without an end',
  inactive: 'not started yet',
  expired: 'expired',
  over: 'traffic used up',
  banned: 'blocked',
  pending: 'starts later',
  portTaken: 'its port is taken',
  portFailed: 'its port could not be opened',
  unsupported: 'a cipher is not supported',
  serverDown: 'the server cannot be reached',
  paused: 'the server is paused',
  opening: 'opening',
  noServer: 'no server is open to it',
}

const standing = ({ state, affected, servers, until }: ConnectionWords) =>
  [
    states[state],
    affected < servers ? ` on ${affected} of ${servers} servers` : '',
    until === null ? '' : ` until ${until}`,
  ].join('')

/** The server's texts in English. */
export const words: Words = {
  firstGroup: 'Default group',
  app: {
    about: 'Accounts, traffic and orders, also without a network.',
    shortcuts: { myAccounts: 'My accounts', myOrders: 'My orders', accounts: 'Accounts' },
  },
  telegram: {
    commands: {
      account: 'Traffic and expiry of your accounts',
      login: 'A link that logs you in',
      unbind: 'Disconnect this chat',
      help: 'What this bot can do',
    },
    welcome: ({ title, address }) =>
      `This is the bot of ${title}.\n\nTo connect it with your account, open ${address}, go to Settings, Telegram, and send me the eight digits you find there.`,
    helpUser: (title) =>
      `This chat is connected with your account at ${title}.\n\n/account shows traffic and expiry\n/login gives you a link that logs you in\n/unbind disconnects this chat\n\nAnything else you write goes to the support team.`,
    helpAdmin: (title) =>
      `You hear of sign-ups, payments and messages at ${title} in this chat.\n\n/unbind disconnects it`,
    bound: (email) => `Done. This chat is connected with ${email}.`,
    alreadyBound: (email) =>
      `This chat is connected with ${email} already. Send /unbind first to connect it with another account.`,
    wrongCode: 'This code is wrong or has expired. Send the one the page shows now.',
    unbound: 'This chat is disconnected.',
    notBound: 'This chat is not connected with any account.',
    loginLink: (link) =>
      `This link logs you in, once and within five minutes. Do not pass it on.\n\n${link}`,
    adminsLogIn: 'Admins log in with their password.',
    noAccount: 'You have no proxy account yet.',
    account: ({ port, connection, used, quota, ends }) =>
      [
        `Port ${port}: ${standing(connection)}`,
        quota === null ? `Used: ${used}` : `Used: ${used} of ${quota}`,
        ...(ends === undefined ? [] : [ends === null ? 'Does not end' : `Ends: ${ends}`]),
      ].join('\n'),
    messageKept: 'Your message has been passed on. The answer comes here.',
    tooManyMessages: 'Those were many messages in a short time. Wait a minute, then try again.',
    trouble: 'That did not work. Try again later.',
    test: (title) => `This works: news of ${title} arrives here.`,
  },
  events: {
    signUp: ({ email }) => `New user: ${email}`,
    payment: ({ orderId, amount, email }) =>
      `Payment received: ${amount}\n${[email, `order ${orderId}`].filter(Boolean).join(', ')}`,
    paymentStuck: ({ orderId }) =>
      `Order ${orderId} is paid but could not be delivered. Look at it under “Orders”.`,
    message: ({ email, text }) => `${email} writes:\n\n${text}`,
    reply: ({ text }) => `Answer from the support team:\n\n${text}`,
    delivered: ({ orderId }) => `Your payment has arrived and order ${orderId} is in effect.`,
    reward: ({ gained }) => `Somebody you invited has paid. Each of your accounts gains: ${gained}`,
    ending: ({ port, ends }) => `Your account ${port} ends on ${ends}. Renew it to stay connected.`,
    runningOut: ({ port, percent }) =>
      `Your account ${port} has used ${percent} % of its traffic for this cycle.`,
    usedUp: ({ port }) =>
      `Your account ${port} has used all its traffic and is paused until the next cycle.`,
    serverDown: ({ names }) => `No traffic for two minutes: ${names}`,
    serverUp: ({ names }) => `Works again: ${names}`,
  },
  pushes: {
    signUp: 'New user',
    payment: 'Payment received',
    paymentStuck: 'Paid, but not delivered',
    reply: 'Answer from the support team',
    delivered: 'Your order is in effect',
    reward: 'Thank you for inviting',
    ending: 'Your account ends soon',
    runningOut: 'Traffic is running out',
    usedUp: 'Traffic used up',
    serverDown: 'Server down',
    serverUp: 'Server up again',
    test: 'Notifications work on this device.',
  },
  warnings: ({ kind, port, ends, percent, title }) =>
    kind === 'ending'
      ? {
          subject: `${title}: your account ends on ${ends}`,
          content: `Hello,\n\nyour account ${port} ends on ${ends}. Log in and renew it to stay connected.`,
        }
      : kind === 'runningOut'
        ? {
            subject: `${title}: ${percent} % of your traffic is used`,
            content: `Hello,\n\nyour account ${port} has used ${percent} % of its traffic for this cycle. You can add more after logging in.`,
          }
        : {
            subject: `${title}: your traffic is used up`,
            content: `Hello,\n\nyour account ${port} has used all its traffic and is paused until the next cycle. You can add more after logging in.`,
          },
}
