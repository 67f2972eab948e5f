import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { expireOf } from '#rules/account.ts'
import { relativeText } from '#ui/moments.ts'
import { UsageRing } from '#ui/UsageRing.tsx'
import type { Usage } from './standing.ts'

type Props = { account: Schema<'Account'>; usage: Usage; now: number }

/** What a customer came to see: how much is left, and until when. */
export function AccountRing({ account, usage, now }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const expire = expireOf(account)
  const day = expire === null ? '' : i18n.date(new Date(expire), { dateStyle: 'medium' })
  const hasEnded = expire !== null && expire <= now
  return (
    <div className={hasEnded ? styles.ended : undefined}>
      <UsageRing used={usage.used} quota={usage.quota}>
        {expire !== null && (
          <>
            <div>{expire > now ? <Trans>until {day}</Trans> : <Trans>ended {day}</Trans>}</div>
            <div>{relativeText(expire, i18n.locale, now)}</div>
          </>
        )}
      </UsageRing>
    </div>
  )
}

// What is left of an account that has ended is of no use.
const useStyles = makeStyles({ ended: { filter: 'grayscale(1)' } })
