import type { Schema } from '#contract'

type Language = Schema<'Language'>
type Template = Schema<'MailTemplate'>

/** The default text of each mail, by the language of the site; `${site}` is the site's name. Wire-contract facts: 8.1. */
export const TEMPLATES: Readonly<Record<Language, Record<Schema<'MailType'>, Template>>> = {
  'zh-CN': {
    code: {
      title: '【${site}】注册验证码',
      content:
        '您好：\n\n您的注册验证码是 ${code}\n\n10 分钟内有效，仅可使用一次。如果不是您本人操作，请忽略这封邮件。',
    },
    reset: {
      title: '【${site}】重置密码',
      content:
        '您好：\n\n请打开下面的链接设置新密码：\n${address}\n\n链接 10 分钟内有效，仅可使用一次。如果不是您本人操作，请忽略这封邮件，您的密码不会改变。',
    },
    order: {
      title: '【${site}】订单已开通',
      content: '您好：\n\n已收到您的付款，订单已开通。登录后可在“账号”页面查看。\n\n感谢您的支持。',
    },
  },
  'ja-JP': {
    code: {
      title: '【${site}】登録用の確認コード',
      content:
        '確認コードは ${code} です。\n\n有効期限は10分で、1回だけ使えます。お心当たりがない場合は、このメールを破棄してください。',
    },
    reset: {
      title: '【${site}】パスワードの再設定',
      content:
        '次のリンクを開いて、新しいパスワードを設定してください。\n${address}\n\n有効期限は10分で、1回だけ使えます。お心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。',
    },
    order: {
      title: '【${site}】ご注文が反映されました',
      content:
        'お支払いを確認し、ご注文が反映されました。ログイン後、「アカウント」でご確認ください。\n\nありがとうございます。',
    },
  },
  'en-US': {
    code: {
      title: '${site}: your sign-up code',
      content:
        'Hello,\n\nYour sign-up code is ${code}\n\nIt works once and expires in 10 minutes. If you did not request it, ignore this email.',
    },
    reset: {
      title: '${site}: set a new password',
      content:
        'Hello,\n\nOpen this link to set a new password:\n${address}\n\nIt works once and expires in 10 minutes. If you did not request it, ignore this email; your password will not change.',
    },
    order: {
      title: '${site}: your order was delivered',
      content:
        'Hello,\n\nYour payment has arrived and your order was delivered. Log in and open “Accounts” to see it.\n\nThank you.',
    },
  },
  'ru-RU': {
    code: {
      title: '${site}: код для регистрации',
      content:
        'Здравствуйте!\n\nВаш код для регистрации: ${code}\n\nОн действует 10 минут и только один раз. Если вы не запрашивали код, просто проигнорируйте это письмо.',
    },
    reset: {
      title: '${site}: новый пароль',
      content:
        'Здравствуйте!\n\nОткройте ссылку, чтобы задать новый пароль:\n${address}\n\nОна действует 10 минут и только один раз. Если вы не запрашивали ссылку, просто проигнорируйте это письмо: пароль останется прежним.',
    },
    order: {
      title: '${site}: заказ выполнен',
      content:
        'Здравствуйте!\n\nОплата получена, заказ выполнен. Войдите и откройте раздел «Аккаунты».\n\nСпасибо!',
    },
  },
}

/** The text of a test mail. */
export const TEST_MAILS: Readonly<Record<Language, Template>> = {
  'zh-CN': { title: '测试邮件', content: '邮件服务器可以正常发信。' },
  'ja-JP': { title: 'テストメール', content: 'メールサーバーから送信できました。' },
  'en-US': { title: 'Test email', content: 'Your mail server works.' },
  'ru-RU': { title: 'Тестовое письмо', content: 'Почтовый сервер работает.' },
}

/** To a person who requests a sign-up code and has an account with this address. */
export const KNOWN_MAILS: Readonly<Record<Language, Template>> = {
  'zh-CN': {
    title: '【${site}】此邮箱已注册',
    content:
      '您好：\n\n有人用这个邮箱地址申请注册，但该地址已经注册过，无需再次注册。请直接登录：\n${address}\n\n如果忘记了密码，可以在登录页面找回。如果不是您本人操作，请忽略这封邮件，您的资料没有任何变化。',
  },
  'ja-JP': {
    title: '【${site}】すでに登録されています',
    content:
      'このメールアドレスで新規登録の申し込みがありましたが、すでに登録済みです。次のページからログインしてください。\n${address}\n\nパスワードをお忘れの場合は、同じページで再設定できます。お心当たりがない場合は、このメールを破棄してください。登録内容は変わりません。',
  },
  'en-US': {
    title: '${site}: you already have an account',
    content:
      'Hello,\n\nSomeone asked to sign up with this address, but it already has an account. Log in instead:\n${address}\n\nIf you have forgotten your password, you can set a new one there. If this was not you, ignore this email; nothing about your account has changed.',
  },
  'ru-RU': {
    title: '${site}: этот адрес уже зарегистрирован',
    content:
      'Здравствуйте!\n\nКто-то запросил регистрацию с этим адресом, но он уже зарегистрирован. Войдите по ссылке:\n${address}\n\nЕсли вы забыли пароль, там же можно задать новый. Если это были не вы, просто проигнорируйте это письмо: в вашем профиле ничего не изменилось.',
  },
}
