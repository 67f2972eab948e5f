import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PlanDraft } from '#features/plans/draft.ts'
import { planOfDraft } from '#features/plans/preview.ts'
import { isSold } from '#rules/planPrices.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import { PlanCard } from '#features/checkout/PlanCard.tsx'

/** The card customers choose from, rendered from the draft. */
export function PlanPreview({ draft }: { draft: PlanDraft }) {
  const styles = useStyles()
  const { t } = useLingui()
  const plan = planOfDraft(draft)
  return (
    <>
      {/* To be looked at: nothing here is chosen. */}
      <div inert>
        <PlanCard
          plan={plan}
          ways={paidKinds()}
          name={t`As customers see it`}
          chosen
          onChoose={() => undefined}
        />
      </div>
      {!isSold(plan) && (
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
