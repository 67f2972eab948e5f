import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Add24Regular, Subtract24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { PERIOD } from '#rules/account.ts'
import { endOf } from '#rules/accountStatus.ts'
import { exactText, relativeText } from '#ui/moments.ts'
import { useServerNow } from '#api/serverNow.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { adjustAccountTimeRefusals } from './messages.ts'
import { adjustAccountTime } from './operations.ts'

type Props = {
  account: Schema<'Account'>
  onClose: () => void
  /** Called with the job that undoes it, if any. */
  onMoved: (jobId?: number) => void
}

/** Account types; their periods are the steps, in the order of the rows. */
const STEPS = [3, 2, 4, 5] as const
const MAX_MOVE_MS = 315_360_000_000
/** What is given most, in one tap: steps of a type; a year of days, not of months of 30. */
const GIVEN = [
  { type: 2, by: 1 },
  { type: 3, by: 1 },
  { type: 4, by: 365 },
] as const

/** Moves an account's end by steps that add up; where it comes to lie shows before it is sent. Spec 2. */
export function AdjustTimeDialog({ account, onClose, onMoved }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const now = useServerNow()
  const move = useMutation(adjustAccountTime)
  const { isPending, error: problem } = move
  const [counts, setCounts] = useState<Readonly<Record<number, number>>>({})
  const end = endOf(account) ?? now
  const time = STEPS.reduce((sum, type) => sum + (counts[type] ?? 0) * (PERIOD[type] ?? 0), 0)
  const moved = end + time
  const names: Readonly<Record<number, string>> = {
    3: t`Months (30 days)`,
    2: t`Weeks`,
    4: t`Days`,
    5: t`Hours`,
  }
  const given = { 2: t`+7 days`, 3: t`+1 month`, 4: t`+1 year` }
  const step = (type: number, by: number) => {
    if (Math.abs(time + by * (PERIOD[type] ?? 0)) > MAX_MOVE_MS) return
    setCounts({ ...counts, [type]: (counts[type] ?? 0) + by })
  }
  const { port } = account
  const from = exactText(end, i18n.locale)
  const when = relativeText(moved, i18n.locale, now)

  return (
    <Sheet
      title={t`Expiry of account ${port}`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (time === 0) return
        move.mutate({ accountId: account.id, time }, { onSuccess: onMoved })
      }}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={time === 0 || isPending}>
            {isPending ? <Trans>Saving…</Trans> : <Trans>Save</Trans>}
          </Button>
        </>
      }
    >
      <div className={styles.chips} role="group" aria-label={t`Add`}>
        {GIVEN.map(({ type, by }) => (
          <Button key={type} shape="circular" onClick={() => step(type, by)}>
            {given[type]}
          </Button>
        ))}
      </div>
      <ul className={styles.steps}>
        {STEPS.map((type) => {
          const name = names[type]
          const count = counts[type] ?? 0
          return (
            <li key={type} className={styles.step}>
              <span id={`step-${type}`}>{name}</span>
              <span className={styles.counter} role="group" aria-labelledby={`step-${type}`}>
                <Button
                  size="large"
                  icon={<Subtract24Regular />}
                  aria-label={t`${name}: one less`}
                  onClick={() => step(type, -1)}
                />
                <output className={styles.count}>{count > 0 ? `+${count}` : count}</output>
                <Button
                  size="large"
                  icon={<Add24Regular />}
                  aria-label={t`${name}: one more`}
                  onClick={() => step(type, 1)}
                />
              </span>
            </li>
          )
        })}
      </ul>
      <div className={styles.result} role="status">
        <span className={styles.quiet}>
          {time === 0 ? <Trans>Expires</Trans> : <Trans>Expires now: {from}. After saving:</Trans>}
        </span>
        <span className={styles.moment}>{exactText(moved, i18n.locale)}</span>
        <span className={styles.quiet}>{when}</span>
      </div>
      {moved <= now && time !== 0 && (
        <Problem intent="warning">
          <Trans>That is in the past: the account expires as soon as you save.</Trans>
        </Problem>
      )}
      {problem && <Problem>{i18n._(explain(problem, adjustAccountTimeRefusals))}</Problem>}
    </Sheet>
  )
}

const useStyles = makeStyles({
  chips: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  steps: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  step: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px' },
  counter: { display: 'inline-flex', alignItems: 'center', gap: '4px' },
  count: { minWidth: '48px', textAlign: 'center', fontVariantNumeric: 'tabular-nums' },
  result: {
    display: 'flex',
    flexDirection: 'column',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  moment: { ...typographyStyles.subtitle1, fontVariantNumeric: 'tabular-nums' },
  quiet: { color: tokens.colorNeutralForeground2 },
})
