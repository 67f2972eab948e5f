import type { Language } from '#locales/activate.ts'

/** A language the English source is translated to. */
export type Target = Exclude<Language, 'en-US'>

/** One concept: what names it in a source, and what names it in a translation. */
export type Term = Record<Target | 'source', RegExp>

const term = (source: RegExp, ja: RegExp, zh: RegExp, ru: RegExp): Term => ({
  source,
  'ja-JP': ja,
  'zh-CN': zh,
  'ru-RU': ru,
})

/** Concepts that nearly every message names in all languages when it names them in one. */
export const TERMS: Term[] = [
  term(/\baccounts?\b/i, /アカウント/, /账号/, /аккаунт/i),
  term(/\badmins?\b/i, /管理者/, /管理员/, /админ/i),
  term(/\bannouncements?\b/i, /お知らせ/, /公告/, /объявлени/i),
  term(/\bapps?\b/i, /アプリ/, /应用|App|客户端|验证器/, /приложени/i),
  term(/\barticles?\b/i, /記事/, /文章/, /стат(ья|ьи|ью|ей|ье)/i),
  term(/\bbrowsers?\b/i, /ブラウザ/, /浏览器/, /браузер/i),
  term(/\bcycles?\b|\bperiods?\b/i, /周期|期間/, /周期/, /период/i),
  term(/\bdevices?\b/i, /端末/, /设备/, /устройств/i),
  term(/\be?-?mail(s|ed)?\b/i, /メール/, /邮/, /почт|письм|писем|e-mail/i),
  term(/\bgroups?\b/i, /グループ/, /用户组/, /групп/i),
  term(/\blinks?\b/i, /リンク/, /链接/, /ссыл/i),
  term(/\bmessages?\b/i, /メッセージ/, /消息/, /сообщени/i),
  term(/\bminus\b/i, /マイナス/, /负/, /минус|отрицат/i),
  term(/\bnotifications?\b/i, /通知/, /通知/, /уведомлени/i),
  term(/\border(s|ed)?\b/i, /注文/, /订单/, /заказ/i),
  term(/\bpasskeys?\b/i, /パスキー/, /通行密钥/, /ключ(а|и|ей|ом|ами)? доступа/i),
  term(/\bpasswords?\b/i, /パスワード/, /密码/, /парол/i),
  term(/\bplans?\b/i, /プラン/, /套餐/, /тариф/i),
  term(/\bports?\b/i, /(?<!サ)ポート/, /端口/, /порт(?!ал)/i),
  term(/\bprices?\b/i, /価格|料金/, /价格|售价/, /цен/i),
  term(/\bsen(d|t|ds|ding)\b/i, /送/, /发送|发出|发件|发来|已发/, /отправ|посла|посыл|пошл/i),
  term(/\bservers?\b/i, /サーバー/, /服务器/, /сервер/i),
  term(/\btraffic\b|\bflow\b/i, /通信/, /流量/, /трафик/i),
  term(/\bunits?\b/i, /単位/, /单位/, /единиц/i),
  term(/\badd(s|ed)?\b/i, /追加/, /添加|增加|新增/, /добав/i),
  term(/\baddress(es)?\b/i, /アドレス/, /地址|邮箱|网址/, /адрес/i),
  term(/\bcodes?\b/i, /コード/, /(?<!密)码/, /код/i),
  term(/\bconnect(s|ed|ion)?\b/i, /接続|連携/, /连接|绑定/, /подключ|связ|привяз/i),
  term(/\bcop(y|ied|ies)\b/i, /コピー/, /复制|同步/, /копир/i),
  term(/\bcustomers?\b/i, /お客様|顧客|利用者/, /客户/, /клиент/i),
  term(/\bdelete[sd]?\b/i, /削除/, /删除/, /удал[ияе]/i),
  term(/\bexpir(e|es|ed|y)\b/i, /期限/, /到期|过期|有效/, /ист[её]к|срок|истеч/i),
  term(/\bsav(e|es|ed)\b/i, /保存/, /保存/, /сохран/i),
  term(/\bsearch(es)?\b/i, /検索/, /搜索|查找/, /поиск|искат/i),
  term(/\busers?\b/i, /ユーザー/, /用户/, /пользовател/i),
]
