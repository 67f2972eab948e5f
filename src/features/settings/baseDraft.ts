import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import type { Mirror } from '#rules/clientApps.ts'
import { isThemeColour, themeColour, type ThemeColour } from '#rules/theme.ts'
import { parseSupportLink } from '#rules/supportLink.ts'
import { parseDns } from '#rules/wireguard.ts'
import type { Problems } from '#ui/draft.ts'

/** The base settings as they are being changed. */
export type BaseDraft = {
  title: string
  shortTitle: string
  themePrimary: ThemeColour
  themeAccent: ThemeColour
  language: Schema<'Language'>
  /** The zone of the server's dates, by its name; empty for that of the installation. */
  timeZone: string
  serviceWorker: boolean
  serviceWorkerTime: number
  /** Name servers as typed; nothing for the usual. */
  wireguardDns: string
  /** Where customers get help, as typed; nothing for nowhere. */
  support: string
  /** What subscriptions announce; nothing for nothing. */
  announcement: string
  /** Stands under every mail; nothing for nothing. */
  mailFooter: string
  /** Whether anybody may see how the servers are. */
  statusPage: boolean
  /** Where customers get apps instead of the usual places. */
  appDownloads: readonly Mirror[]
  /** What visitors are shown of the shop. */
  frontPage: Schema<'FrontPageSetting'>
  /** Whether a visitor's browser chooses the language. */
  browserLanguage: boolean
}

const NO_FRONT = { isEnable: false, line: '', plans: [], trial: true, isIndexed: false }

/** The base settings as they can be changed; unset values have the defaults of a new site. */
export function baseDraftOf(setting: Schema<'BaseSetting'>): BaseDraft {
  const { title = '', shortTitle = '', themePrimary, themeAccent } = setting
  const { language = 'zh-CN', timeZone = '', serviceWorker = true, serviceWorkerTime = 0 } = setting
  const { wireguardDns = '', support = '', announcement = '', statusPage = false } = setting
  const {
    mailFooter = '',
    appDownloads = [],
    frontPage = NO_FRONT,
    browserLanguage = false,
  } = setting
  return {
    title,
    shortTitle,
    themePrimary: themeColour(themePrimary),
    themeAccent: isThemeColour(themeAccent) ? themeAccent : 'pink',
    language,
    timeZone,
    serviceWorker,
    serviceWorkerTime,
    wireguardDns,
    support,
    announcement,
    mailFooter,
    statusPage,
    appDownloads,
    frontPage,
    browserLanguage,
  }
}

/** What prevents the base settings from being saved. */
export function checkBaseDraft(draft: BaseDraft): Problems<BaseDraft> {
  const { title, shortTitle, wireguardDns, support } = draft
  const problems: Problems<BaseDraft> = {}
  if (title.trim() === '') problems.title = msg`Give the site a name.`
  if (shortTitle.trim() === '') problems.shortTitle = msg`Enter a short name.`
  if (wireguardDns.trim() !== '' && parseDns(wireguardDns) === undefined)
    problems.wireguardDns = msg`Enter one or more IP addresses.`
  if (support.trim() !== '' && parseSupportLink(support) === undefined)
    problems.support = msg`Enter a web address, an email address, or a Telegram name such as @example.`
  if (draft.appDownloads.some(({ url }) => !isWebAddress(url)))
    problems.appDownloads = msg`Enter a full address that starts with https://.`
  return problems
}

/** Whether a text is a whole web address. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text)

/** The present setting with the values of a draft; what has no field is not changed. */
export function toBaseSetting(
  draft: BaseDraft,
  saved: Schema<'BaseSetting'>,
): Schema<'BaseSetting'> {
  const title = draft.title.trim()
  const shortTitle = draft.shortTitle.trim()
  const wireguardDns = parseDns(draft.wireguardDns) ?? ''
  const [support, announcement] = [draft.support.trim(), draft.announcement.trim()]
  const mailFooter = draft.mailFooter.trim()
  const appDownloads = [...draft.appDownloads]
  const frontPage = { ...draft.frontPage, line: draft.frontPage.line.trim() }
  return {
    ...saved,
    ...draft,
    title,
    shortTitle,
    wireguardDns,
    support,
    announcement,
    mailFooter,
    appDownloads,
    frontPage,
  }
}
