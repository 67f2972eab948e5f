import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { isThemeColour, themeColour, type ThemeColour } from '#rules/theme.ts'
import { parseDns } from '#rules/wireguard.ts'
import type { Problems } from '#ui/draft.ts'

/** The base settings as they are being changed. */
export type BaseDraft = {
  title: string
  shortTitle: string
  themePrimary: ThemeColour
  themeAccent: ThemeColour
  language: Schema<'Language'>
  serviceWorker: boolean
  serviceWorkerTime: number
  /** Name servers as typed; nothing for the usual. */
  wireguardDns: string
}

/** The base settings as they can be changed; what was never set starts as a new site does. */
export function baseDraftOf(setting: Schema<'BaseSetting'>): BaseDraft {
  const { title = '', shortTitle = '', themePrimary, themeAccent } = setting
  const { language = 'zh-CN', serviceWorker = true, serviceWorkerTime = 0 } = setting
  const { wireguardDns = '' } = setting
  return {
    title,
    shortTitle,
    themePrimary: themeColour(themePrimary),
    themeAccent: isThemeColour(themeAccent) ? themeAccent : 'pink',
    language,
    serviceWorker,
    serviceWorkerTime,
    wireguardDns,
  }
}

/** Says what keeps the base settings from being saved. */
export function checkBaseDraft(draft: BaseDraft): Problems<BaseDraft> {
  const { title, shortTitle, wireguardDns } = draft
  const problems: Problems<BaseDraft> = {}
  if (title.trim() === '') problems.title = msg`Give the site a name.`
  if (shortTitle.trim() === '') problems.shortTitle = msg`Give the app a name.`
  if (wireguardDns.trim() !== '' && parseDns(wireguardDns) === undefined)
    problems.wireguardDns = msg`Enter one or more IP addresses.`
  return problems
}

/** The whole setting a draft makes of the one there is; what has no field stays. */
export function toBaseSetting(
  draft: BaseDraft,
  kept: Schema<'BaseSetting'>,
): Schema<'BaseSetting'> {
  const title = draft.title.trim()
  const shortTitle = draft.shortTitle.trim()
  return { ...kept, ...draft, title, shortTitle, wireguardDns: parseDns(draft.wireguardDns) ?? '' }
}
