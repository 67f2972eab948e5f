import { hasOwnPort } from '#rules/ports.ts'
import type { ConnectionWords, DownCause, PartCause, Words } from './shape.ts'

const states = {
  open: '正常',
  unlimited: '正常，不限时',
  inactive: '未激活',
  expired: '已到期',
  over: '流量已用完',
  slowed: '流量已用完，降速使用中',
  banned: '已封禁',
  pending: '未开始',
  portTaken: '端口被占用',
  portFailed: '端口无法打开',
  unsupported: '加密方式不受支持',
  serverDown: '服务器暂时无法连接',
  unreachable: '服务器暂时无法连接',
  paused: '服务器已暂停',
  opening: '正在开启',
  noServer: '暂无可用服务器',
}

const standing = ({ state, affected, servers, until }: ConnectionWords) =>
  [
    states[state],
    affected < servers ? `（${servers} 台服务器中的 ${affected} 台）` : '',
    until === null ? '' : `，至 ${until}`,
  ].join('')

const DOWN: Record<DownCause, string> = {
  away: '机器没有响应',
  noPorts: '端口无法打开',
  noEntry: '客户端无法连接',
  noWayOut: '服务器无法访问外网',
}

const PARTLY: Record<PartCause, string> = {
  onlyNodes: '其他机器能访问，本控制台不能：其地址可能在控制台所在地被封锁',
  onlyConsole: '本控制台能访问，其他机器不能：请检查其防火墙',
  noUdp: '连接正常，但 UDP 不通：通话和游戏无法使用',
  unseen: '客户可以使用，但它不回应本控制台：改动无法送达',
}

/** The server's texts in Chinese. */
export const words: Words = {
  firstGroup: '默认用户组',
  app: {
    about: '账号、流量和订单，断网也能查看。',
    shortcuts: { myAccounts: '我的账号', myOrders: '我的订单', accounts: '账号管理' },
  },
  front: { plans: '套餐', signUp: '注册', logIn: '登录' },
  telegram: {
    commands: {
      account: '查看账号流量和有效期',
      login: '获取登录链接',
      unbind: '解除绑定',
      help: '使用说明',
    },
    welcome: ({ title, address }) =>
      `这里是 ${title} 的机器人。\n\n绑定方法：打开 ${address}，进入“设置”中的“Telegram”，把页面上的 8 位数字发给我。`,
    helpUser: (title) =>
      `此聊天已绑定您在 ${title} 的登录邮箱。\n\n/account 查看流量和有效期\n/login 获取登录链接\n/unbind 解除绑定\n\n直接发送文字，即可联系客服。`,
    helpAdmin: (title) => `${title} 的注册、付款和消息通知会发送到这里。\n\n/unbind 解除绑定`,
    bound: (email) => `绑定成功：${email}`,
    alreadyBound: (email) => `此聊天已绑定 ${email}。如需绑定其他邮箱，请先发送 /unbind。`,
    wrongCode: '绑定码错误或已失效，请发送页面上当前显示的数字。',
    unbound: '已解除绑定。',
    notBound: '此聊天尚未绑定邮箱。',
    loginLink: (link) =>
      `点击下面的链接即可登录，5 分钟内有效，仅可使用一次，请勿转发。\n\n${link}`,
    adminsLogIn: '管理员请使用密码登录。',
    noAccount: '您还没有账号。',
    account: ({ port, connection, used, quota, ends }) =>
      [
        `${hasOwnPort({ port }) ? '端口' : '账号'} ${port}：${standing(connection)}`,
        quota === null ? `已用流量：${used}` : `已用流量：${used} / ${quota}`,
        ...(ends === undefined ? [] : [ends === null ? '有效期：不限时' : `有效期至：${ends}`]),
      ].join('\n'),
    messageKept: '消息已送达，回复会发送到这里。',
    tooManyMessages: '发送过于频繁，请一分钟后重试。',
    tooManyPictures: '消息未送达：您在一天内已发送 50 张图片。请明天再发，或用文字描述。',
    noRoom: '消息未送达：目前无法接收更多图片，请用文字描述。',
    pictureNotSent:
      '图片未送达：文件过大或无法读取。请以照片形式发送，不要作为文件发送；长截图可在网站上发送。',
    onlyPictures: '消息未送达：这里只能向客服发送文字和图片。',
    changeNotSent: '您的修改未送达，请将改好的内容作为新消息发送。',
    trouble: '操作失败，请稍后重试。',
    test: (title) => `测试成功，${title} 的通知会发送到这里。`,
  },
  events: {
    signUp: ({ email }) => `新用户注册：${email}`,
    payment: ({ orderId, amount, email }) =>
      `收到付款：${amount}\n${[email, `订单 ${orderId}`].filter(Boolean).join('，')}`,
    paymentStuck: ({ orderId }) => `订单 ${orderId} 已支付，但未能开通，请到“订单”页面处理。`,
    paymentReturned: ({ orderId }) =>
      `订单 ${orderId} 的款项已在支付平台退回付款人，并非从这里退款。账号仍可使用，请到“订单”页面处理。`,
    paymentDisputed: ({ orderId }) =>
      `付款人就订单 ${orderId} 向支付平台提出了争议。请在支付平台回应，并到“订单”页面处理账号。`,
    message: ({ email, text }) => `${email} 的消息：\n\n${text}`,
    reply: ({ text }) => `客服回复：\n\n${text}`,
    pictures: (number) => (number === 1 ? '[图片]' : `[图片] ${number} 张`),
    delivered: ({ orderId }) => `已收到您的付款，订单 ${orderId} 已开通。`,
    reward: ({ gained }) => `您邀请的用户已付款，您的每个账号获得：${gained}`,
    ending: ({ port, ends }) => `您的账号 ${port} 将于${ends}到期，续费后可继续使用。`,
    runningOut: ({ port, percent }) => `您的账号 ${port} 本周期流量已使用 ${percent}%。`,
    usedUp: ({ port }) => `您的账号 ${port} 本周期流量已用完，下个周期开始前暂停使用。`,
    deviceWaits: ({ port, name }) =>
      `“${name}”请求使用您的账号 ${port}，但设备已满。移除一台后可以允许接入；如果不是您的设备，请更换链接。`,
    serverDown: ({ names, cause }) => `已中断两分钟：${names}（${DOWN[cause]}）`,
    serverPartly: ({ names, cause }) =>
      `两分钟以来只有部分地点能访问：${names}（${PARTLY[cause]}）`,
    serverUp: ({ names }) => `已恢复：${names}`,
    allowance: ({ name, percent }) => `机器 ${name} 已用本月流量额度的 ${percent}%。`,
    backupBehind: '备份落后或失败已达五分钟，原因请看首页。',
    backupWell: '备份已赶上。',
    certificateEnding: '控制台的证书即将到期或缺失，且未能更换，原因请看首页。',
    certificateWell: '控制台已换上新证书。',
    portsShort: ({ percent }) =>
      `新账号可用的端口剩余不足 ${percent}%。请查看账号，或在设置中增加端口。`,
    trialsRefused:
      '新用户领不到试用账号：试用账号已占满允许的端口。请查看最近的账号，或在设置中提高试用比例。',
  },
  pushes: {
    signUp: '新用户注册',
    payment: '收到付款',
    paymentStuck: '已支付，未开通',
    paymentReturned: '支付平台已退款',
    paymentDisputed: '付款有争议',
    reply: '客服回复',
    delivered: '订单已开通',
    reward: '邀请奖励',
    ending: '账号即将到期',
    runningOut: '流量即将用完',
    usedUp: '流量已用完',
    deviceWaits: '有设备请求接入',
    serverDown: '服务器中断',
    serverPartly: '服务器仅部分可达',
    serverUp: '服务器已恢复',
    allowance: '机器月流量',
    backupBehind: '备份落后',
    backupWell: '备份已恢复',
    certificateEnding: '证书即将到期',
    certificateWell: '证书已更新',
    portsShort: '可用端口不足',
    trialsRefused: '试用端口已用完',
    test: '此设备可以正常接收通知。',
  },
  subscriptions: {
    trouble: {
      banned: '已封禁',
      over: '流量已用完',
      serverDown: '服务器暂时无法连接',
      noServer: '暂无可用服务器',
    },
    troubled: ({ names, trouble, until }) =>
      [
        names.length > 0 ? `${names.join('、')}：` : '',
        trouble,
        until === null ? '' : `，${until}恢复`,
      ].join(''),
    ends: (day) => `${day}过期`,
    hoursLeft: (hours) => `${hours}小时后过期`,
    minutesLeft: (minutes) => `${minutes}分钟后过期`,
    ended: '已到期',
    notStarted: '未激活',
    keyless: 'WireGuard：请登录网站添加设备，获取该设备的配置',
    devices: {
      full: '设备数量已达上限，请登录网站移除一台',
      waiting: '新设备：请登录网站允许它接入',
    },
    page: {
      used: (used, quota) =>
        quota === null ? `已用流量：${used}` : `已用流量：${used} / ${quota}`,
      end: (time) => `有效期至：${time}`,
      noEnd: '有效期：不限时',
      add: '添加到应用',
      others: '其他设备的客户端',
      inApp: '此窗口无法打开客户端。请点击右上角菜单，在浏览器中打开本页。',
      site: '续费、安装教程和客服消息',
      scan: '用应用扫描',
      support: '联系客服',
      secret: '持有此链接的人都能使用该账号，请勿转发。',
    },
  },
  loginChanged: {
    password: ({ title, link }) => ({
      subject: `${title}：管理员已修改您的密码`,
      content: `您好：\n\n管理员为您设置了新的登录密码，所有设备均已退出登录。如果这不是您要求的，请联系我们：\n${link}`,
    }),
    factors: ({ title, link }) => ({
      subject: `${title}：管理员已移除您的两步验证`,
      content: `您好：\n\n管理员移除了您的两步验证，现在仅凭密码即可登录。如果这不是您要求的，请联系我们：\n${link}`,
    }),
  },
  warnings: ({ kind, port, ends, percent, title, link }) =>
    kind === 'ending'
      ? {
          subject: `${title}：账号将于${ends}到期`,
          content: `您好：\n\n您的账号 ${port} 将于${ends}到期。续费后可继续使用：\n${link}`,
        }
      : kind === 'runningOut'
        ? {
            subject: `${title}：流量已使用 ${percent}%`,
            content: `您好：\n\n您的账号 ${port} 本周期流量已使用 ${percent}%。购买流量包或续费：\n${link}`,
          }
        : {
            subject: `${title}：流量已用完`,
            content: `您好：\n\n您的账号 ${port} 本周期流量已用完，下个周期开始前暂停使用。购买流量包或续费后可继续使用：\n${link}`,
          },
}
