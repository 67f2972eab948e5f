import { hasOwnPort } from '#rules/ports.ts'
import type { ConnectionWords, DownCause, PartCause, Words } from './shape.ts'

const states = {
  open: '利用中',
  unlimited: '利用中（無期限）',
  inactive: '未開始',
  expired: '期限切れ',
  over: '上限到達',
  slowed: '通信量を使い切り、低速で継続中',
  banned: '停止中',
  pending: '開始待ち',
  portTaken: 'ポートが使用中',
  portFailed: 'ポートを開けません',
  unsupported: '暗号方式に未対応',
  serverDown: 'サーバーに接続できません',
  unreachable: 'サーバーに接続できません',
  paused: 'サーバーは一時停止中',
  opening: '準備中',
  noServer: '利用できるサーバーがありません',
}

const standing = ({ state, affected, servers, until }: ConnectionWords) =>
  [
    states[state],
    affected < servers ? `（サーバー ${servers}台中${affected}台）` : '',
    until === null ? '' : `、${until}まで`,
  ].join('')

const DOWN: Record<DownCause, string> = {
  away: 'マシンが応答しません',
  noPorts: 'ポートを開けません',
  noEntry: 'クライアントから接続できません',
  noWayOut: 'サーバーから外部に接続できません',
}

const PARTLY: Record<PartCause, string> = {
  onlyNodes:
    'ほかのマシンからは到達できますが、このコンソールからは到達できません。アドレスがコンソール側で遮断されている可能性があります',
  onlyConsole:
    'このコンソールからは到達できますが、ほかのマシンからは到達できません。ファイアウォールを確認してください',
  noUdp: '接続はできますが、UDP が通りません。通話やゲームが使えません',
  unseen: '利用者は接続できますが、このコンソールには応答しません。変更が届きません',
}

/** The server's texts in Japanese. */
export const words: Words = {
  firstGroup: 'デフォルトグループ',
  app: {
    about: 'アカウント、通信量、注文を、オフラインでも確認できます。',
    shortcuts: { myAccounts: 'マイアカウント', myOrders: '注文履歴', accounts: 'アカウント管理' },
  },
  front: { plans: 'プラン', signUp: '新規登録', logIn: 'ログイン' },
  telegram: {
    commands: {
      account: 'アカウントの通信量と有効期限',
      login: 'ログイン用リンクを受け取る',
      unbind: '連携を解除する',
      help: '使い方',
    },
    welcome: ({ title, address }) =>
      `${title}のボットです。\n\n連携するには、${address} を開き、「設定」の「Telegram」に表示される8桁の数字をここに送ってください。`,
    helpUser: (title) =>
      `このチャットは${title}のアカウントと連携しています。\n\n/account 通信量と有効期限を表示\n/login ログイン用リンクを受け取る\n/unbind 連携を解除\n\nそれ以外のメッセージは、サポートに届きます。`,
    helpAdmin: (title) =>
      `${title}の新規登録、支払い、メッセージをここにお知らせします。\n\n/unbind 連携を解除`,
    bound: (email) => `${email} と連携しました。`,
    alreadyBound: (email) =>
      `このチャットは ${email} と連携済みです。別のアカウントと連携するには、先に /unbind を送ってください。`,
    wrongCode:
      'コードが違うか、有効期限が切れています。画面に今表示されている数字を送ってください。',
    unbound: '連携を解除しました。',
    notBound: 'このチャットは連携していません。',
    loginLink: (link) =>
      `このリンクからログインできます。有効なのは5分間、1回だけです。他の人に渡さないでください。\n\n${link}`,
    adminsLogIn: '管理者はパスワードでログインしてください。',
    noAccount: 'アカウントはまだありません。',
    account: ({ port, connection, used, quota, ends }) =>
      [
        `${hasOwnPort({ port }) ? 'ポート' : 'アカウント'} ${port}: ${standing(connection)}`,
        quota === null ? `通信量: ${used}` : `通信量: ${used} / ${quota}`,
        ...(ends === undefined ? [] : [ends === null ? '有効期限: なし' : `有効期限: ${ends}`]),
      ].join('\n'),
    messageKept: 'メッセージを送信しました。返信はここに届きます。',
    tooManyMessages: '短時間に多くのメッセージが送られました。1分後にもう一度お試しください。',
    tooManyPictures:
      'メッセージは送信されませんでした。1日に送れる画像は50枚までです。明日送信するか、文章で説明してください。',
    noRoom:
      'メッセージは送信されませんでした。現在、これ以上画像を受け取れません。文章で説明してください。',
    pictureNotSent:
      '画像は送信されませんでした。大きすぎるか、読み取れません。ファイルではなく写真として送信してください。長いスクリーンショットはウェブサイトから送信できます。',
    onlyPictures:
      'メッセージは送信されませんでした。ここからサポートに送れるのは文章と画像だけです。',
    changeNotSent: '変更した内容は送信されませんでした。新しいメッセージとして送信してください。',
    trouble: '処理できませんでした。しばらくしてからもう一度お試しください。',
    test: (title) => `テスト成功です。${title}からの通知はここに届きます。`,
  },
  events: {
    signUp: ({ email }) => `新規登録: ${email}`,
    payment: ({ orderId, amount, email }) =>
      `入金がありました: ${amount}\n${[email, `注文 ${orderId}`].filter(Boolean).join('、')}`,
    paymentStuck: ({ orderId }) =>
      `注文 ${orderId} は支払い済みですが、反映できませんでした。「注文」で確認してください。`,
    paymentReturned: ({ orderId }) =>
      `注文 ${orderId} の代金が、ここからではなく決済サービス側で支払者に返金されました。アカウントはまだ使えます。「注文」で対応を決めてください。`,
    paymentDisputed: ({ orderId }) =>
      `支払者が注文 ${orderId} について決済サービスに異議を申し立てました。決済サービスで回答し、アカウントの扱いを「注文」で決めてください。`,
    message: ({ email, text }) => `${email} からのメッセージ:\n\n${text}`,
    reply: ({ text }) => `サポートからの返信:\n\n${text}`,
    pictures: (number) => (number === 1 ? '画像' : `画像 ${number}枚`),
    delivered: ({ orderId }) => `お支払いを確認し、注文 ${orderId} が反映されました。`,
    reward: ({ gained }) =>
      `あなたの招待で登録した方が支払いをしました。お持ちの各アカウントに追加された期間: ${gained}`,
    ending: ({ port, ends }) =>
      `アカウント ${port} は${ends}に期限切れになります。延長すると引き続きご利用いただけます。`,
    runningOut: ({ port, percent }) =>
      `アカウント ${port} はこの周期の通信量の${percent}%を使用しました。`,
    usedUp: ({ port }) =>
      `アカウント ${port} はこの周期の通信量を使い切りました。次の周期まで停止します。`,
    deviceWaits: ({ port, name }) =>
      `「${name}」がアカウント${port}を使おうとしていますが、端末は上限に達しています。1台削除すると許可できます。心当たりがなければ、リンクを新しくしてください。`,
    serverDown: ({ names, cause }) => `2分間通信できません: ${names}（${DOWN[cause]}）`,
    serverPartly: ({ names, cause }) =>
      `2分間、一部からしか到達できません: ${names}（${PARTLY[cause]}）`,
    serverUp: ({ names }) => `復旧しました: ${names}`,
    allowance: ({ name, percent }) => `${name} の今月の通信量が上限の${percent}%に達しました。`,
    backupBehind:
      'バックアップが5分以上遅れているか、失敗しています。原因はホーム画面で確認してください。',
    backupWell: 'バックアップが追いつきました。',
    certificateEnding:
      'このコンソールの証明書を更新できませんでした。まもなく期限切れになるか、証明書がない状態です。原因はホーム画面で確認してください。',
    certificateWell: 'コンソールの証明書を更新しました。',
    portsShort: ({ percent }) =>
      `新しいアカウント用のポートの空きが ${percent}% を下回りました。アカウントを確認するか、設定でポートを追加してください。`,
    trialsRefused:
      '新しいユーザーにお試しアカウントを発行できません。お試し用のポートがすべて使われています。最近のアカウントを確認するか、設定で割合を上げてください。',
  },
  pushes: {
    signUp: '新規登録',
    payment: '入金がありました',
    paymentStuck: '支払い済み・未反映',
    paymentReturned: '決済サービス側で返金',
    paymentDisputed: '支払いに異議申し立て',
    reply: 'サポートからの返信',
    delivered: '注文が反映されました',
    reward: '招待の特典',
    ending: 'まもなく期限切れです',
    runningOut: '通信量が残りわずかです',
    usedUp: '通信量を使い切りました',
    deviceWaits: '端末が許可を待っています',
    serverDown: 'サーバーが停止しています',
    serverPartly: '一部からしか到達できません',
    serverUp: 'サーバーが復旧しました',
    allowance: 'マシンの月間通信量',
    backupBehind: 'バックアップが遅れています',
    backupWell: 'バックアップが復旧しました',
    certificateEnding: '証明書がまもなく期限切れです',
    certificateWell: '証明書を更新しました',
    portsShort: 'ポートの空きがわずかです',
    trialsRefused: 'お試し用ポートの空きなし',
    test: 'この端末で通知を受け取れます。',
  },
  subscriptions: {
    trouble: {
      banned: '利用停止中',
      over: '通信量を使い切りました',
      serverDown: 'サーバーに一時的に接続できません',
      noServer: '利用できるサーバーがありません',
    },
    troubled: ({ names, trouble, until }) =>
      [
        names.length > 0 ? `${names.join('、')}: ` : '',
        trouble,
        until === null ? '' : `（${until}に再開）`,
      ].join(''),
    ends: (day) => `有効期限 ${day}`,
    hoursLeft: (hours) => `あと${hours}時間で期限切れ`,
    minutesLeft: (minutes) => `あと${minutes}分で期限切れ`,
    ended: '期限切れ',
    notStarted: '未開始',
    keyless: 'WireGuard: サイトで端末を追加すると、設定を取得できます',
    devices: {
      full: '端末数の上限です。サイトで端末を削除してください',
      waiting: '新しい端末です。サイトで許可してください',
    },
    page: {
      used: (used, quota) => (quota === null ? `使用量: ${used}` : `使用量: ${used} / ${quota}`),
      end: (time) => `有効期限: ${time}`,
      noEnd: '有効期限: なし',
      add: 'アプリに追加',
      others: 'ほかの端末のアプリ',
      inApp:
        'この画面からはアプリを開けません。上部のメニューから、ブラウザでこのページを開いてください。',
      site: '延長、設定ガイド、メッセージ',
      scan: 'アプリで読み取る',
      support: 'サポートに問い合わせる',
      secret: 'このリンクを知っている人は誰でもアカウントを使えます。他の人に渡さないでください。',
    },
  },
  loginChanged: {
    password: ({ title, link }) => ({
      subject: `${title}: 管理者がパスワードを変更しました`,
      content: `管理者がお客様の新しいパスワードを設定し、すべての端末をログアウトしました。お心当たりがない場合は、ご連絡ください:\n${link}`,
    }),
    factors: ({ title, link }) => ({
      subject: `${title}: 管理者が2段階認証を解除しました`,
      content: `管理者がお客様の2段階認証を解除しました。現在はパスワードだけでログインできます。お心当たりがない場合は、ご連絡ください:\n${link}`,
    }),
  },
  warnings: ({ kind, port, ends, percent, title, link }) =>
    kind === 'ending'
      ? {
          subject: `${title}: アカウントの期限は${ends}です`,
          content: `アカウント ${port} は${ends}に期限切れになります。延長すると、引き続きご利用いただけます:\n${link}`,
        }
      : kind === 'runningOut'
        ? {
            subject: `${title}: 通信量の${percent}%を使用しました`,
            content: `アカウント ${port} はこの周期の通信量の${percent}%を使用しました。通信量の追加や延長はこちらから:\n${link}`,
          }
        : {
            subject: `${title}: 通信量を使い切りました`,
            content: `アカウント ${port} はこの周期の通信量を使い切りました。次の周期まで停止します。通信量の追加や延長はこちらから:\n${link}`,
          },
}
