import { Body1, Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Open20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Placed, priceOf, type Purchase } from './step.ts'
import { StepBody } from './StepBody.tsx'
import { priceText } from './priceText.ts'
import type { PayWords } from './way.ts'

type Props = {
  purchase: Purchase
  placed: Placed
  words: Extract<PayWords, { by: 'page' }>
  onBack: () => void
}

/** The way to the provider's own page, where the payer agrees; it leads back here afterwards. */
export function PageStep({ purchase, placed, words, onBack }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const { plan } = purchase
  const price = priceText(priceOf(purchase, placed), placed.way, i18n.locale)
  return (
    <StepBody
      actions={
        <>
          <Button size="large" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
          <Button
            as="a"
            href={placed.payAt}
            appearance="primary"
            size="large"
            icon={<Open20Regular />}
            iconPosition="after"
          >
            {i18n._(words.leave)}
          </Button>
        </>
      }
    >
      <div className={styles.column}>
        <Caption1 className={styles.quiet}>{plan.name}</Caption1>
        <span className={styles.price}>{price}</span>
      </div>
      <Body1>{i18n._(words.about)}</Body1>
      <Caption1 className={styles.quiet}>
        <Trans>The order stays under Orders until it ends.</Trans>
      </Caption1>
    </StepBody>
  )
}

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '8px' },
  quiet: { color: tokens.colorNeutralForeground2 },
  price: {
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
})
