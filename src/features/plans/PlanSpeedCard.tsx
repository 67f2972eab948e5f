import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { Card } from '#ui/Card.tsx'
import type { useDraft } from '#ui/draft.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { PlanDraft } from './draft.ts'

/** How fast accounts on a plan may be, and what happens when their quota is used up. */
export function PlanSpeedCard({ form }: { form: ReturnType<typeof useDraft<PlanDraft>> }) {
  const styles = useStyles()
  const { t } = useLingui()
  const { draft, field, change } = form
  return (
    <Card title={t`Speed`}>
      <div className={styles.pair}>
        <TextField
          label={t`Download at most`}
          inputMode="decimal"
          after="Mbit/s"
          hint={t`All devices of an account together. 0 means no limit.`}
          {...field('speedDown')}
        />
        <TextField
          label={t`Upload at most`}
          inputMode="decimal"
          after="Mbit/s"
          hint={t`Changes apply to existing accounts at once.`}
          {...field('speedUp')}
        />
      </div>
      <SelectField
        label={t`When the quota is used up`}
        value={draft.goesOn ? SLOW : CLOSE}
        choices={[
          { value: CLOSE, label: t`Close the account` },
          { value: SLOW, label: t`Go on slowly` },
        ]}
        hint={t`Programs of others, and joined machines that are not upgraded yet, limit no speed and close it.`}
        onChange={(choice) => change({ goesOn: choice === SLOW })}
      />
      {draft.goesOn && (
        <TextField
          label={t`Speed after the quota`}
          inputMode="decimal"
          after="Mbit/s"
          {...field('speedAfter')}
        />
      )}
    </Card>
  )
}

const [CLOSE, SLOW] = ['close', 'slow']

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 140px), 1fr))',
    gap: '12px',
    alignItems: 'start',
    // Fluent's inputs would rather stick out than be narrower than browsers like them.
    '& .fui-Input': { minWidth: 0 },
    '& .fui-Input__input': { minWidth: 0, width: '100%' },
  },
})
