import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import type { Problems } from '#ui/draft.ts'

/** The referral settings as they are being changed. */
export type RefSettingDraft = {
  useRef: boolean
  useWhenSignupClose: boolean
  refNumber: string
  refUserNumber: string
}

/** The most the contract takes. */
const MAX_CODES = 1000
const MAX_PLACES = 100_000
const MAX_NEW_CODES = 100

/** The referral settings as they can be changed; what was never set is as on a new site. */
export function refSettingDraftOf(setting: Schema<'RefSetting'>): RefSettingDraft {
  const { useRef = false, useWhenSignupClose = false } = setting
  const { refNumber = 1, refUserNumber = 1 } = setting
  return {
    useRef,
    useWhenSignupClose,
    refNumber: String(refNumber),
    refUserNumber: String(refUserNumber),
  }
}

/** What prevents the referral settings from being saved. */
export function checkRefSettingDraft({ refNumber, refUserNumber }: RefSettingDraft) {
  const problems: Problems<RefSettingDraft> = {}
  if (!isWhole(refNumber, 0, MAX_CODES))
    problems.refNumber = msg`Enter a whole number from 0 to 1000.`
  if (!isWhole(refUserNumber, 0, MAX_PLACES))
    problems.refUserNumber = msg`Enter a whole number from 0 to 100000.`
  return problems
}

/** The whole setting a draft makes. */
export function toRefSetting(draft: RefSettingDraft): Required<Schema<'RefSetting'>> {
  const { refNumber, refUserNumber } = draft
  return { ...draft, refNumber: Number(refNumber), refUserNumber: Number(refUserNumber) }
}

/** Says what is wrong with the places of a code. Spec 5: they are required. */
export function checkRefCodeDraft({ maxUser }: { maxUser: string }) {
  const problems: Problems<{ maxUser: string }> = {}
  if (maxUser.trim() === '')
    problems.maxUser = msg`Enter how many people may sign up with the code.`
  else if (!isWhole(maxUser, 0, MAX_PLACES))
    problems.maxUser = msg`Enter a whole number from 0 to 100000.`
  return problems
}

/** More codes for a user as they are being typed. */
export type NewCodesDraft = { number: string; max: string }

/** What prevents new codes from being made. */
export function checkNewCodesDraft({ number, max }: NewCodesDraft) {
  const problems: Problems<NewCodesDraft> = {}
  if (!isWhole(number, 1, MAX_NEW_CODES)) problems.number = msg`Enter a whole number from 1 to 100.`
  if (!isWhole(max, 1, MAX_PLACES)) problems.max = msg`Enter a whole number from 1 to 100000.`
  return problems
}

/** The body of the request that makes them. */
export function toNewCodes({ number, max }: NewCodesDraft): Body<'createUserRefCodes'> {
  return { number: Number(number), max: Number(max) }
}

function isWhole(text: string, least: number, most: number) {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= least && Number(text) <= most
}
