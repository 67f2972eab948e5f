import type { ConnectionWords, Words } from './shape.ts'

const states = {
  open: 'работает',
  unlimited: 'работает, без срока',
  inactive: 'ещё не активирован',
  expired: 'срок истёк',
  over: 'трафик израсходован',
  banned: 'заблокирован',
  pending: 'ещё не начался',
  portTaken: 'порт занят',
  portFailed: 'порт не открывается',
  unsupported: 'шифр не поддерживается',
  serverDown: 'сервер недоступен',
  paused: 'сервер приостановлен',
  opening: 'открывается',
  noServer: 'нет доступных серверов',
}

const standing = ({ state, affected, servers, until }: ConnectionWords) =>
  [
    states[state],
    affected < servers ? ` (серверы: ${affected} из ${servers})` : '',
    until === null ? '' : ` до ${until}`,
  ].join('')

/** The server's texts in Russian. */
export const words: Words = {
  firstGroup: 'Группа по умолчанию',
  app: {
    about: 'Аккаунты, трафик и заказы — даже без сети.',
    shortcuts: { myAccounts: 'Мои аккаунты', myOrders: 'Мои заказы', accounts: 'Аккаунты' },
  },
  telegram: {
    commands: {
      account: 'Трафик и срок действия аккаунтов',
      login: 'Ссылка для входа',
      unbind: 'Отвязать этот чат',
      help: 'Что умеет бот',
    },
    welcome: ({ title, address }) =>
      `Это бот сайта ${title}.\n\nЧтобы привязать его к своему профилю, откройте ${address}, перейдите в «Настройки» → «Telegram» и отправьте мне восемь цифр с экрана.`,
    helpUser: (title) =>
      `Этот чат привязан к вашему профилю на ${title}.\n\n/account — трафик и срок действия\n/login — ссылка для входа\n/unbind — отвязать чат\n\nВсё остальное, что вы напишете, получит поддержка.`,
    helpAdmin: (title) =>
      `Сюда приходят новости ${title}: регистрации, платежи и сообщения.\n\n/unbind — отвязать чат`,
    bound: (email) => `Готово: чат привязан к ${email}.`,
    alreadyBound: (email) =>
      `Этот чат уже привязан к ${email}. Чтобы привязать другой профиль, сначала отправьте /unbind.`,
    wrongCode: 'Код неверный или устарел. Отправьте тот, что сейчас на экране.',
    unbound: 'Чат отвязан.',
    notBound: 'Этот чат ни к чему не привязан.',
    loginLink: (link) =>
      `Ссылка для входа. Действует пять минут и только один раз, никому её не пересылайте.\n\n${link}`,
    adminsLogIn: 'Администраторы входят по паролю.',
    noAccount: 'У вас пока нет аккаунтов.',
    account: ({ port, connection, used, quota, ends }) =>
      [
        `Порт ${port}: ${standing(connection)}`,
        quota === null ? `Трафик: ${used}` : `Трафик: ${used} из ${quota}`,
        ...(ends === undefined
          ? []
          : [ends === null ? 'Без ограничения срока' : `Действует до: ${ends}`]),
      ].join('\n'),
    messageKept: 'Сообщение передано поддержке. Ответ придёт сюда.',
    tooManyMessages: 'Слишком много сообщений подряд. Подождите минуту и попробуйте снова.',
    trouble: 'Не получилось. Попробуйте позже.',
    test: (title) => `Всё работает: новости ${title} будут приходить сюда.`,
  },
  events: {
    signUp: ({ email }) => `Новый пользователь: ${email}`,
    payment: ({ orderId, amount, email }) =>
      `Получен платёж: ${amount}\n${[email, `заказ ${orderId}`].filter(Boolean).join(', ')}`,
    paymentStuck: ({ orderId }) =>
      `Заказ ${orderId} оплачен, но не выполнен. Проверьте его в разделе «Заказы».`,
    message: ({ email, text }) => `${email} пишет:\n\n${text}`,
    reply: ({ text }) => `Ответ поддержки:\n\n${text}`,
    delivered: ({ orderId }) => `Платёж получен, заказ ${orderId} выполнен.`,
    reward: ({ gained }) =>
      `Приглашённый вами пользователь оплатил заказ. Каждому вашему аккаунту добавлено: ${gained}`,
    ending: ({ port, ends }) =>
      `Срок аккаунта ${port} истекает ${ends}. Продлите его, чтобы оставаться на связи.`,
    runningOut: ({ port, percent }) =>
      `Аккаунт ${port} израсходовал ${percent} % трафика текущего периода.`,
    usedUp: ({ port }) =>
      `Аккаунт ${port} израсходовал весь трафик и приостановлен до следующего периода.`,
    serverDown: ({ names }) => `Нет связи две минуты: ${names}`,
    serverUp: ({ names }) => `Снова работает: ${names}`,
  },
  pushes: {
    signUp: 'Новый пользователь',
    payment: 'Поступила оплата',
    paymentStuck: 'Оплачено, но не выполнено',
    reply: 'Ответ поддержки',
    delivered: 'Заказ выполнен',
    reward: 'Бонус за приглашение',
    ending: 'Срок аккаунта истекает',
    runningOut: 'Трафик заканчивается',
    usedUp: 'Трафик израсходован',
    serverDown: 'Сервер не работает',
    serverUp: 'Сервер снова работает',
    test: 'Уведомления на этом устройстве работают.',
  },
  warnings: ({ kind, port, ends, percent, title }) =>
    kind === 'ending'
      ? {
          subject: `${title}: срок аккаунта истекает ${ends}`,
          content: `Здравствуйте!\n\nСрок аккаунта ${port} истекает ${ends}. Войдите и продлите его, чтобы оставаться на связи.`,
        }
      : kind === 'runningOut'
        ? {
            subject: `${title}: израсходовано ${percent} % трафика`,
            content: `Здравствуйте!\n\nАккаунт ${port} израсходовал ${percent} % трафика текущего периода. После входа можно докупить трафик.`,
          }
        : {
            subject: `${title}: трафик израсходован`,
            content: `Здравствуйте!\n\nАккаунт ${port} израсходовал весь трафик и приостановлен до следующего периода. После входа можно докупить трафик.`,
          },
}
