import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'

/** How plans and prices read. */
export type PlanTexts = {
  /** How long a plan lasts, and its traffic. */
  terms: (plan: Schema<'FrontTrial'> | Schema<'FrontPlan'>) => string
  /** The price to show first, its price for 30 days, and the other price. */
  prices: (plan: Schema<'FrontPlan'>) => { price?: string; monthly?: string; other?: string }
}

/** One plan: name, duration, traffic, price. */
export function FrontPlan({ plan, texts }: { plan: Schema<'FrontPlan'>; texts: PlanTexts }) {
  const styles = useStyles()
  const { price, monthly, other } = texts.prices(plan)
  return (
    <li className={styles.card}>
      <span className={styles.words}>
        <span className={styles.name}>{plan.name}</span>
        <Caption1 className={styles.quiet}>{texts.terms(plan)}</Caption1>
        {plan.shortComment && <Caption1 className={styles.quiet}>{plan.shortComment}</Caption1>}
      </span>
      <span className={styles.prices}>
        {price && <span className={styles.price}>{price}</span>}
        {monthly && (
          <Caption1 className={styles.quiet}>
            <Trans>{monthly} a month</Trans>
          </Caption1>
        )}
        {other && <Caption1 className={styles.quiet}>{other}</Caption1>}
      </span>
    </li>
  )
}

const useStyles = makeStyles({
  card: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '64px',
    padding: '12px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground2 },
  prices: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-end',
    flexShrink: 0,
    fontVariantNumeric: 'tabular-nums',
  },
  price: { fontSize: tokens.fontSizeBase500, fontWeight: tokens.fontWeightSemibold },
})
