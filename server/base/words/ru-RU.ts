import type { ConnectionWords, DownCause, PartCause, Words } from './shape.ts'

const states = {
  open: 'работает',
  unlimited: 'работает, бессрочный',
  inactive: 'ещё не активирован',
  expired: 'срок истёк',
  over: 'трафик исчерпан',
  banned: 'заблокирован',
  pending: 'ещё не начался',
  portTaken: 'порт занят',
  portFailed: 'порт не открывается',
  unsupported: 'шифр не поддерживается',
  serverDown: 'сервер недоступен',
  unreachable: 'сервер недоступен',
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

const DOWN: Record<DownCause, string> = {
  away: 'машина не отвечает',
  noPorts: 'порты не открываются',
  noEntry: 'клиенты не могут подключиться',
  noWayOut: 'с сервера нет выхода в интернет',
}

const PARTLY: Record<PartCause, string> = {
  onlyNodes:
    'с других машин доступ есть, с этой консоли — нет: возможно, адрес заблокирован там, где находится консоль',
  onlyConsole: 'с этой консоли доступ есть, с других машин — нет: проверьте брандмауэр',
  noUdp: 'соединения проходят, а UDP — нет: звонки и игры не работают',
  unseen: 'клиенты подключаются, но консоли она не отвечает: изменения до неё не доходят',
}

/** The server's texts in Russian. */
export const words: Words = {
  firstGroup: 'Группа по умолчанию',
  app: {
    about: 'Аккаунты, трафик и заказы — даже без сети.',
    shortcuts: { myAccounts: 'Мои аккаунты', myOrders: 'Мои заказы', accounts: 'Аккаунты' },
  },
  front: { plans: 'Тарифы', signUp: 'Регистрация', logIn: 'Войти' },
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
      `Сюда приходят уведомления ${title}: о регистрациях, платежах и сообщениях.\n\n/unbind — отвязать чат`,
    bound: (email) => `Готово: чат привязан к ${email}.`,
    alreadyBound: (email) =>
      `Этот чат уже привязан к ${email}. Чтобы привязать другой профиль, сначала отправьте /unbind.`,
    wrongCode: 'Код неверный или устарел. Отправьте тот, что сейчас на экране.',
    unbound: 'Чат отвязан.',
    notBound: 'Этот чат не привязан к профилю.',
    loginLink: (link) =>
      `Ссылка для входа. Действует пять минут и только один раз, никому её не пересылайте.\n\n${link}`,
    adminsLogIn: 'Администраторы входят по паролю.',
    noAccount: 'У вас пока нет аккаунтов.',
    account: ({ port, connection, used, quota, ends }) =>
      [
        `Порт ${port}: ${standing(connection)}`,
        quota === null ? `Трафик: ${used}` : `Трафик: ${used} из ${quota}`,
        ...(ends === undefined ? [] : [ends === null ? 'Бессрочный' : `Действует до: ${ends}`]),
      ].join('\n'),
    messageKept: 'Сообщение передано поддержке. Ответ придёт сюда.',
    tooManyMessages: 'Слишком много сообщений подряд. Подождите минуту и попробуйте снова.',
    trouble: 'Не получилось. Попробуйте позже.',
    test: (title) => `Всё работает: уведомления ${title} будут приходить сюда.`,
  },
  events: {
    signUp: ({ email }) => `Новый пользователь: ${email}`,
    payment: ({ orderId, amount, email }) =>
      `Получен платёж: ${amount}\n${[email, `заказ ${orderId}`].filter(Boolean).join(', ')}`,
    paymentStuck: ({ orderId }) =>
      `Заказ ${orderId} оплачен, но не выполнен. Проверьте его в разделе «Заказы».`,
    paymentReturned: ({ orderId }) =>
      `Деньги за заказ ${orderId} вернули плательщику в платёжной системе, а не отсюда. Аккаунт ещё работает. Решите, что с ним делать, в разделе «Заказы».`,
    paymentDisputed: ({ orderId }) =>
      `Плательщик оспаривает заказ ${orderId} в платёжной системе. Ответьте там и решите в разделе «Заказы», что делать с аккаунтом.`,
    message: ({ email, text }) => `${email} пишет:\n\n${text}`,
    reply: ({ text }) => `Ответ поддержки:\n\n${text}`,
    pictures: (number) => (number === 1 ? 'Изображение' : `Изображения: ${number}`),
    delivered: ({ orderId }) => `Платёж получен, заказ ${orderId} выполнен.`,
    reward: ({ gained }) =>
      `Приглашённый вами пользователь оплатил заказ. Каждому вашему аккаунту добавлено: ${gained}`,
    ending: ({ port, ends }) =>
      `Срок аккаунта ${port} истекает ${ends}. Продлите его, чтобы не потерять доступ.`,
    runningOut: ({ port, percent }) =>
      `Аккаунт ${port} израсходовал ${percent} % трафика текущего периода.`,
    usedUp: ({ port }) =>
      `Трафик аккаунта ${port} исчерпан, он приостановлен до следующего периода.`,
    serverDown: ({ names, cause }) => `Нет связи две минуты: ${names} (${DOWN[cause]})`,
    serverPartly: ({ names, cause }) =>
      `Доступ лишь частичный уже две минуты: ${names} (${PARTLY[cause]})`,
    serverUp: ({ names }) => `Снова работает: ${names}`,
    allowance: ({ name, percent }) =>
      `Машина ${name}: израсходовано ${percent} % месячного лимита трафика.`,
    backupBehind:
      'Резервное копирование отстаёт или не удаётся уже пять минут. Причина указана на главной странице.',
    backupWell: 'Резервное копирование снова в порядке.',
    certificateEnding:
      'Сертификат консоли скоро истечёт или отсутствует, и заменить его не удалось. Причина указана на главной странице.',
    certificateWell: 'Сертификат консоли обновлён.',
  },
  pushes: {
    signUp: 'Новый пользователь',
    payment: 'Поступила оплата',
    paymentStuck: 'Оплачено, но не выполнено',
    paymentReturned: 'Возврат в платёжной системе',
    paymentDisputed: 'Платёж оспорен',
    reply: 'Ответ поддержки',
    delivered: 'Заказ выполнен',
    reward: 'Бонус за приглашение',
    ending: 'Срок аккаунта истекает',
    runningOut: 'Трафик заканчивается',
    usedUp: 'Трафик исчерпан',
    serverDown: 'Сервер не работает',
    serverPartly: 'Сервер доступен частично',
    serverUp: 'Сервер снова работает',
    allowance: 'Месячный трафик машины',
    backupBehind: 'Резервная копия отстаёт',
    backupWell: 'Резервное копирование в порядке',
    certificateEnding: 'Сертификат скоро истечёт',
    certificateWell: 'Сертификат обновлён',
    test: 'Уведомления на этом устройстве работают.',
  },
  subscriptions: {
    trouble: {
      banned: 'Заблокировано',
      over: 'Трафик исчерпан',
      serverDown: 'Сервер временно недоступен',
      noServer: 'Нет доступных серверов',
    },
    troubled: ({ names, trouble, until }) =>
      [
        names.length > 0 ? `${names.join(', ')}: ` : '',
        trouble,
        until === null ? '' : `, снова с ${until}`,
      ].join(''),
    ends: (day) => `Действует до ${day}`,
    hoursLeft: (hours) => `Осталось ${hours} ч`,
    minutesLeft: (minutes) => `Осталось ${minutes} мин`,
    ended: 'Срок истёк',
    notStarted: 'Не активирован',
    keyless: 'WireGuard: добавьте устройство на сайте, чтобы получить его конфигурацию',
    page: {
      used: (used, quota) =>
        quota === null ? `Использовано: ${used}` : `Использовано: ${used} из ${quota}`,
      end: (time) => `Действует до: ${time}`,
      noEnd: 'Бессрочный доступ',
      add: 'Добавить в приложение',
      scan: 'Сканировать приложением',
      support: 'Обратиться в поддержку',
      secret: 'Любой, у кого есть эта ссылка, может пользоваться аккаунтом. Не передавайте её.',
    },
  },
  loginChanged: {
    password: ({ title, link }) => ({
      subject: `${title}: администратор изменил ваш пароль`,
      content: `Здравствуйте!\n\nАдминистратор задал вам новый пароль, и на всех устройствах выполнен выход. Если вы об этом не просили, напишите нам:\n${link}`,
    }),
    factors: ({ title, link }) => ({
      subject: `${title}: администратор отключил двухфакторную аутентификацию`,
      content: `Здравствуйте!\n\nАдминистратор отключил двухфакторную аутентификацию: теперь для входа достаточно пароля. Если вы об этом не просили, напишите нам:\n${link}`,
    }),
  },
  warnings: ({ kind, port, ends, percent, title, link }) =>
    kind === 'ending'
      ? {
          subject: `${title}: срок аккаунта истекает ${ends}`,
          content: `Здравствуйте!\n\nСрок аккаунта ${port} истекает ${ends}. Продлите его, чтобы не потерять доступ:\n${link}`,
        }
      : kind === 'runningOut'
        ? {
            subject: `${title}: израсходовано ${percent} % трафика`,
            content: `Здравствуйте!\n\nАккаунт ${port} израсходовал ${percent} % трафика текущего периода. Докупить трафик или продлить:\n${link}`,
          }
        : {
            subject: `${title}: трафик исчерпан`,
            content: `Здравствуйте!\n\nТрафик аккаунта ${port} исчерпан, он приостановлен до следующего периода. Докупить трафик или продлить:\n${link}`,
          },
}
