import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PlanDraft } from '#features/plans/draft.ts'
import { planOfDraft } from '#features/plans/preview.ts'
import { PlanCard } from '#features/checkout/PlanCard.tsx'

/** The card customers choose from, rendered from the draft. */
export function PlanPreview({ draft }: { draft: PlanDraft }) {
  const styles = useStyles()
  const { t } = useLingui()
  const plan = planOfDraft(draft)
  const isSold = plan.alipay > 0 || plan.paypal > 0
  return (
    <>
      {/* To be looked at: nothing here is chosen. */}
      <div inert>
        <PlanCard
          plan={plan}
          ways={['alipay', 'paypal']}
          name={t`As customers see it`}
          chosen
          onChoose={() => undefined}
        />
      </div>
      {!isSold && (
        <p className={styles.note}>
          <Trans>
            Without a price no one can buy it. Recharge codes and accounts can still be created from
            it.
          </Trans>
        </p>
      )}
    </>
  )
}

const useStyles = makeStyles({ note: { color: tokens.colorNeutralForeground2 } })
