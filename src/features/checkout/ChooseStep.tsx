import { Body1, Button, makeStyles, Subtitle2, tokens } from '@fluentui/react-components'
import { ArrowLeft20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { ACCOUNT_TYPES } from '#rules/account.ts'
import { priceOf } from '#rules/planPrices.ts'
import { isFlowPack } from '#rules/plan.ts'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { onOffer, paymentMethodsFor } from './offer.ts'
import { listMyPlans } from './operations.ts'
import { PlanCard } from './PlanCard.tsx'
import { PlanEffect } from './PlanEffect.tsx'
import type { Purchase } from './step.ts'
import { StepBody } from './StepBody.tsx'
import { TargetField } from './TargetField.tsx'
import type { Target } from './useTarget.ts'
import { type PaymentMethod } from './paymentMethods.ts'
import { priceText } from './priceText.ts'
import { payWordsOf } from './ways.ts'

type Props = {
  target: Target
  ways: readonly PaymentMethod[]
  /** The plan chosen at first. */
  planId?: number
  /** Left out where there is no other way to pay. */
  onBack?: () => void
  onPay: (purchase: Purchase) => void
}

/** The plans to choose from, what the chosen one does, and a button for each way to pay. */
export function ChooseStep({ target, ways, planId, onBack, onPay }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const name = useId()
  const ownId = target.account?.orderId
  const [chosen, setChosen] = useState(planId ?? ownId)
  const [listed, setListed] = useState(false)
  const { data, error, refetch } = useQuery(listMyPlans(target.accountId))
  if (error && !data)
    return (
      <StepBody
        actions={
          <Button onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Problem>{i18n._(explainLoad(error))}</Problem>
      </StepBody>
    )
  if (!data) return <Loading count={3} />

  const plans = onOffer(data, ways)
  // People without a plan are shown what most people buy: a month, not the cheapest day.
  const month = plans.find(({ type, cycle }) => type === ACCOUNT_TYPES.month && cycle === 1)
  const plan = plans.find(({ id }) => id === chosen) ?? month ?? plans[0]
  const offered = plans.filter((each) => !isFlowPack(each))
  // A renewal of the same plan needs no choice; the other plans are a press away.
  const same = listed ? undefined : offered.find(({ id }) => id === planId && id === ownId)
  const payWord = (way: PaymentMethod, price: string) => {
    const words = payWordsOf(way)
    return words && i18n._(words.pay(price))
  }
  const sections = [
    { title: t`Plans`, plans: same ? [same] : offered },
    { title: t`More traffic`, plans: plans.filter(isFlowPack) },
  ].filter((section) => section.plans.length > 0)
  return (
    <StepBody
      actions={
        plan && (
          <>
            <PlanEffect account={target.account ?? null} plan={plan} />
            {paymentMethodsFor(plan, ways)
              .toReversed()
              .map((way, at, all) => (
                <Button
                  key={way}
                  appearance={at === all.length - 1 ? 'primary' : 'secondary'}
                  size="large"
                  disabledFocusable={!online}
                  onClick={() => onPay({ plan, way })}
                >
                  {payWord(way, priceText(priceOf(plan, way), way, i18n.locale))}
                </Button>
              ))}
          </>
        )
      }
    >
      {onBack && (
        <Button
          appearance="subtle"
          icon={<ArrowLeft20Regular />}
          className={styles.back}
          onClick={onBack}
        >
          <Trans>Another payment method</Trans>
        </Button>
      )}
      <TargetField target={target} />
      {sections.map((section) => (
        <fieldset key={section.title} className={styles.plans}>
          <legend className={sections.length > 1 ? styles.legend : styles.said}>
            <Subtitle2>{section.title}</Subtitle2>
          </legend>
          {section.plans.map((each) => (
            <PlanCard
              key={each.id}
              plan={each}
              ways={ways}
              name={name}
              chosen={each.id === plan?.id}
              onChoose={() => setChosen(each.id)}
            />
          ))}
        </fieldset>
      ))}
      {same && offered.length > 1 && (
        <Button appearance="subtle" className={styles.more} onClick={() => setListed(true)}>
          <Trans>Other plans</Trans>
        </Button>
      )}
      {!plan && (
        <Body1>
          <Trans>There is nothing for you to buy right now. Contact support.</Trans>
        </Body1>
      )}
      {!online && (
        <Problem intent="info">
          <Trans>You are offline. You can pay when the connection is back.</Trans>
        </Problem>
      )}
    </StepBody>
  )
}

const useStyles = makeStyles({
  plans: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    minWidth: 0,
    margin: 0,
    padding: 0,
    border: 'none',
  },
  back: { alignSelf: 'flex-start', minHeight: '44px', margin: '-8px 0 -8px -12px' },
  more: { alignSelf: 'flex-start', minHeight: '44px', margin: '-8px 0 -8px -12px' },
  legend: { padding: 0, marginBottom: '8px', color: tokens.colorNeutralForeground2 },
  said: { position: 'absolute', clipPath: 'inset(50%)', overflow: 'hidden', width: '1px' },
})
