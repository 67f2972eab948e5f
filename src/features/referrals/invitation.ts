import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { useStatus } from '#device/status.ts'
import { lengthText } from '#rules/formats.ts'

/** What an inviter gains for each plan that is paid for, ms: of those that reward, the least and the most. */
type Rewards = { least: number; most: number }

/** The rewards of some plans; undefined where none of them rewards. */
export function rewardsOf(plans: readonly Pick<Schema<'Plan'>, 'refTime'>[]): Rewards | undefined {
  const times = plans.flatMap(({ refTime }) => (refTime ? [refTime] : []))
  return times.length > 0 ? { least: Math.min(...times), most: Math.max(...times) } : undefined
}

/** What inviting brings, as a sentence; undefined where it brings nothing. */
export function useRewardText(rewards: Rewards | undefined): string | undefined {
  const { t, i18n } = useLingui()
  if (!rewards) return undefined
  const time = lengthText(rewards.most, i18n.locale)
  return rewards.least === rewards.most
    ? t`Each time someone you invited pays for a plan, you get ${time} more.`
    : t`Each time someone you invited pays for a plan, you get up to ${time} more, depending on the plan.`
}

/**
 * What is sent to a friend above the link. It says what the inviter gains: a friend who finds out
 * later would feel sold.
 */
export function useInvitation(rewards: Rewards | undefined): string {
  const { t, i18n } = useLingui()
  const title = useStatus()?.title
  if (!title) return t`Sign up with my link:`
  if (!rewards) return t`I use ${title}. Sign up with my link:`
  const time = lengthText(rewards.most, i18n.locale)
  return rewards.least === rewards.most
    ? t`I use ${title}. Sign up with my link; if you then pay for a plan, I get ${time} more:`
    : t`I use ${title}. Sign up with my link; if you then pay for a plan, I get up to ${time} more:`
}
