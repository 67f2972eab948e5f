import { Caption1, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { priceOf } from '#rules/planPrices.ts'
import { monthlyPrice } from '#rules/plan.ts'
import { paymentMethodsFor } from './offer.ts'
import { usePlanWords } from './usePlanWords.ts'
import { type PaymentMethod } from './paymentMethods.ts'
import { priceText } from './priceText.ts'

type Props = {
  plan: Schema<'Plan'>
  ways: readonly PaymentMethod[]
  /** The group of choices this is one of. */
  name: string
  chosen: boolean
  onChoose: () => void
}

/** One plan to choose: name, duration, traffic, price. */
export function PlanCard({ plan, ways, name, chosen, onChoose }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const words = usePlanWords()
  const [price, ...others] = paymentMethodsFor(plan, ways).map((way) =>
    priceText(priceOf(plan, way), way, i18n.locale),
  )
  const [way] = paymentMethodsFor(plan, ways)
  const each = way ? monthlyPrice(plan, priceOf(plan, way)) : null
  const monthly = way && each !== null && priceText(each, way, i18n.locale)
  return (
    <label className={mergeClasses(styles.card, chosen && styles.chosen)}>
      <input
        type="radio"
        name={name}
        value={plan.id}
        checked={chosen}
        onChange={onChoose}
        className={styles.input}
      />
      <span className={styles.words}>
        <span className={styles.name}>{plan.name}</span>
        <Caption1 className={styles.quiet}>{words(plan)}</Caption1>
        {plan.shortComment && <Caption1 className={styles.quiet}>{plan.shortComment}</Caption1>}
      </span>
      <span className={styles.prices}>
        <span className={styles.price}>{price}</span>
        {monthly && (
          <Caption1 className={styles.quiet}>
            <Trans>{monthly} a month</Trans>
          </Caption1>
        )}
        {others.length > 0 && <Caption1 className={styles.quiet}>{others.join(' · ')}</Caption1>}
      </span>
    </label>
  )
}

const useStyles = makeStyles({
  card: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '64px',
    padding: '11px 15px',
    cursor: 'pointer',
    border: `2px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-within': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  chosen: {
    border: `2px solid ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorBrandBackground2,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
  },
  input: {
    width: '20px',
    height: '20px',
    margin: 0,
    flexShrink: 0,
    accentColor: tokens.colorCompoundBrandBackground,
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0, gap: '2px' },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  prices: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-end',
    flexShrink: 0,
    fontVariantNumeric: 'tabular-nums',
  },
  price: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
})
