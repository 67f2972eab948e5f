import { hasOwnPort } from '#rules/ports.ts'
import type { ConnectionWords, DownCause, PartCause, Words } from './shape.ts'

const states = {
  open: 'active',
  unlimited: 'active, no expiry',
  inactive: 'not started yet',
  expired: 'expired',
  over: 'traffic used up',
  slowed: 'traffic used up, goes on slowly',
  banned: 'suspended',
  pending: 'starts later',
  portTaken: 'its port is taken',
  portFailed: 'its port could not be opened',
  unsupported: 'a cipher is not supported',
  serverDown: 'the server cannot be reached',
  unreachable: 'the server cannot be reached',
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

const DOWN: Record<DownCause, string> = {
  away: 'the machine does not answer',
  noPorts: 'no port could be opened',
  noEntry: 'clients cannot get in',
  noWayOut: 'the server cannot reach the internet',
}

const PARTLY: Record<PartCause, string> = {
  onlyNodes: 'your other machines reach it, this console does not: its address may be blocked here',
  onlyConsole: 'this console reaches it, your other machines do not: check its firewall',
  noUdp: 'UDP does not get through it, connections do: calls and games fail',
  unseen: 'customers get through it, but it does not answer this console: changes do not reach it',
}

/** The server's texts in English. */
export const words: Words = {
  firstGroup: 'Default group',
  app: {
    about: 'Accounts, traffic and orders, even without a network.',
    shortcuts: { myAccounts: 'My accounts', myOrders: 'My orders', accounts: 'Accounts' },
  },
  front: { plans: 'Plans', signUp: 'Sign up', logIn: 'Log in' },
  telegram: {
    commands: {
      account: 'Traffic and expiry of your accounts',
      login: 'A link that logs you in',
      unbind: 'Disconnect this chat',
      help: 'What this bot can do',
    },
    welcome: ({ title, address }) =>
      `I’m the ${title} bot.\n\nTo connect me to your account, open ${address}, go to Settings > Telegram and send me the eight digits shown there.`,
    helpUser: (title) =>
      `This chat is connected to your account at ${title}.\n\n/account shows traffic and expiry\n/login gives you a link that logs you in\n/unbind disconnects this chat\n\nAnything else you write goes to support.`,
    helpAdmin: (title) =>
      `You get sign-ups, payments and messages from ${title} here.\n\n/unbind disconnects this chat`,
    bound: (email) => `Done. This chat is connected to ${email}.`,
    alreadyBound: (email) =>
      `This chat is already connected to ${email}. Send /unbind first to connect it to another account.`,
    wrongCode: 'This code is wrong or has expired. Send the one the page shows now.',
    unbound: 'This chat is disconnected.',
    notBound: 'This chat is not connected to any account.',
    loginLink: (link) =>
      `This link logs you in once, within five minutes. Do not share it.\n\n${link}`,
    adminsLogIn: 'Admins log in with their password.',
    noAccount: 'You have no proxy account yet.',
    account: ({ port, connection, used, quota, ends }) =>
      [
        `${hasOwnPort({ port }) ? 'Port' : 'Account'} ${port}: ${standing(connection)}`,
        quota === null ? `Used: ${used}` : `Used: ${used} of ${quota}`,
        ...(ends === undefined ? [] : [ends === null ? 'No expiry' : `Expires: ${ends}`]),
      ].join('\n'),
    messageKept: 'Your message was sent. The reply will arrive here.',
    tooManyMessages: 'Too many messages. Wait a minute, then try again.',
    tooManyPictures:
      'Your message was not sent. You sent 50 pictures within a day. Send more tomorrow, or describe it in words.',
    noRoom:
      'Your message was not sent. No more pictures can be received at the moment. Describe it in words.',
    pictureNotSent:
      'Your picture was not sent: it is too large or cannot be read. Send it as a photo, not as a file. A long screenshot can be sent on the website.',
    onlyPictures: 'Your message was not sent. Only text and pictures can be sent to support here.',
    changeNotSent: 'Your change was not sent. Send the corrected text as a new message.',
    trouble: 'That did not work. Try again later.',
    test: (title) => `This works: notifications from ${title} arrive here.`,
  },
  events: {
    signUp: ({ email }) => `New user: ${email}`,
    payment: ({ orderId, amount, email }) =>
      `Payment received: ${amount}\n${[email, `order ${orderId}`].filter(Boolean).join(', ')}`,
    paymentStuck: ({ orderId }) =>
      `Order ${orderId} is paid but could not be delivered. Check it under “Orders”.`,
    paymentReturned: ({ orderId }) =>
      `Money of order ${orderId} went back to the payer at the payment service, not from here. The account still runs. Decide about it under “Orders”.`,
    paymentDisputed: ({ orderId }) =>
      `The payer disputes order ${orderId} at the payment service. Answer there, and decide about the account under “Orders”.`,
    message: ({ email, text }) => `${email} writes:\n\n${text}`,
    reply: ({ text }) => `Reply from support:\n\n${text}`,
    pictures: (number) => (number === 1 ? 'Picture' : `${number} pictures`),
    delivered: ({ orderId }) => `Your payment has arrived and order ${orderId} has been delivered.`,
    reward: ({ gained }) => `Someone you invited paid. Added to each of your accounts: ${gained}`,
    ending: ({ port, ends }) =>
      `Your account ${port} expires on ${ends}. Renew it to stay connected.`,
    runningOut: ({ port, percent }) =>
      `Your account ${port} has used ${percent}% of its traffic for this cycle.`,
    usedUp: ({ port }) =>
      `Your account ${port} has used all its traffic and is paused until the next cycle.`,
    deviceWaits: ({ port, name }) =>
      `“${name}” wants to use your account ${port}, which has as many devices as it may. Remove one and let it in; if it is not yours, make a new link.`,
    serverDown: ({ names, cause }) => `No traffic for two minutes: ${names} (${DOWN[cause]})`,
    serverPartly: ({ names, cause }) =>
      `Only partly reachable for two minutes: ${names} (${PARTLY[cause]})`,
    serverUp: ({ names }) => `Working again: ${names}`,
    allowance: ({ name, percent }) =>
      `${name} has used ${percent}% of its monthly traffic allowance.`,
    backupBehind:
      'The backup has been behind or failing for five minutes. See the home screen for what is wrong.',
    backupWell: 'The backup has caught up.',
    certificateEnding:
      'The certificate of this console expires soon or is missing, and could not be renewed. See the home screen for what is wrong.',
    certificateWell: 'The console has a new certificate.',
    portsShort: ({ percent }) =>
      `Fewer than ${percent} % of the ports for new accounts are free. Look at the accounts, or add ports in the settings.`,
    trialsRefused:
      'New users get no trial account: trials have all the ports they may. Look at the latest accounts, or raise their share in the settings.',
  },
  pushes: {
    signUp: 'New user',
    payment: 'Payment received',
    paymentStuck: 'Paid, but not delivered',
    paymentReturned: 'Refunded at the payment service',
    paymentDisputed: 'Payment disputed',
    reply: 'Reply from support',
    delivered: 'Order delivered',
    reward: 'Thank you for inviting',
    ending: 'Your account expires soon',
    runningOut: 'Traffic is running out',
    usedUp: 'Traffic used up',
    deviceWaits: 'A device asks to be let in',
    serverDown: 'Server down',
    serverPartly: 'Server only partly reachable',
    serverUp: 'Server up again',
    allowance: 'Monthly traffic of a machine',
    backupBehind: 'Backup behind',
    backupWell: 'Backup works again',
    certificateEnding: 'Certificate expires soon',
    certificateWell: 'New certificate',
    portsShort: 'Few ports left',
    trialsRefused: 'No ports left for trials',
    test: 'Notifications work on this device.',
  },
  subscriptions: {
    trouble: {
      banned: 'Suspended',
      over: 'Traffic used up',
      serverDown: 'Server cannot be reached',
      noServer: 'No server available',
    },
    troubled: ({ names, trouble, until }) =>
      [
        names.length > 0 ? `${names.join(', ')}: ` : '',
        trouble,
        until === null ? '' : `, again from ${until}`,
      ].join(''),
    ends: (day) => `Expires on ${day}`,
    hoursLeft: (hours) => `Expires in ${hours} h`,
    minutesLeft: (minutes) => `Expires in ${minutes} min`,
    ended: 'Expired',
    notStarted: 'Not started',
    keyless: 'WireGuard: add a device on the site to get its configuration',
    devices: {
      full: 'Device limit reached: remove a device on the site',
      waiting: 'New device: let it in on the site',
    },
    page: {
      used: (used, quota) => (quota === null ? `Used: ${used}` : `Used: ${used} of ${quota}`),
      end: (time) => `Expires: ${time}`,
      noEnd: 'No expiry',
      add: 'Add to an app',
      others: 'Apps for other devices',
      inApp: 'This window opens no apps. Open the page in your browser from the menu at the top.',
      site: 'Renew, set-up guides and messages',
      scan: 'Scan with an app',
      support: 'Contact support',
      secret: 'Anyone with this link can use the account. Do not share it.',
    },
  },
  loginChanged: {
    password: ({ title, link }) => ({
      subject: `${title}: your password was changed by an admin`,
      content: `Hello,\n\nAn admin has set a new password for your account, and every login was ended. If you did not ask for it, write to us:\n${link}`,
    }),
    factors: ({ title, link }) => ({
      subject: `${title}: your second factor was removed by an admin`,
      content: `Hello,\n\nAn admin has removed the second factor of your login: the password alone is enough now. If you did not ask for it, write to us:\n${link}`,
    }),
  },
  warnings: ({ kind, port, ends, percent, title, link }) =>
    kind === 'ending'
      ? {
          subject: `${title}: your account expires on ${ends}`,
          content: `Hello,\n\nYour account ${port} expires on ${ends}. Renew it to stay connected:\n${link}`,
        }
      : kind === 'runningOut'
        ? {
            subject: `${title}: ${percent}% of your traffic is used`,
            content: `Hello,\n\nYour account ${port} has used ${percent}% of its traffic for this cycle. Add traffic or renew it:\n${link}`,
          }
        : {
            subject: `${title}: your traffic is used up`,
            content: `Hello,\n\nYour account ${port} has used all its traffic and is paused until the next cycle. Add traffic or renew it to go on:\n${link}`,
          },
}
