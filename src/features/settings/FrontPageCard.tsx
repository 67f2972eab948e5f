import { Checkbox, makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { listOrders } from '#features/plans/operations.ts'
import { isFlowPack } from '#rules/plan.ts'
import { Card } from '#ui/Card.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'

type Setting = Schema<'FrontPageSetting'>
type Props = { value: Setting; onChange: (value: Setting) => void }

/** What visitors are shown of the shop before they sign up. */
export function FrontPageCard({ value, onChange }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { data = [] } = useQuery(listOrders())
  const plans = data.filter((plan) => !isFlowPack(plan))
  const change = (part: Partial<Setting>) => onChange({ ...value, ...part })
  return (
    <Card title={t`Plans for visitors`}>
      <SwitchField
        label={t`Show visitors what is on offer`}
        hint={t`A page that the login links to, with what you choose here.`}
        value={value.isEnable}
        onChange={(isEnable) => change({ isEnable })}
      />
      {value.isEnable && (
        <>
          <TextField
            label={t`What it is, in one line`}
            maxLength={200}
            value={value.line}
            onChange={(line) => change({ line })}
          />
          <fieldset className={styles.plans}>
            <legend>{t`Plans that are shown`}</legend>
            {plans.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={value.plans.includes(id)}
                onChange={(_event, { checked }) =>
                  change({
                    plans: value.plans.filter((one) => one !== id).concat(checked ? [id] : []),
                  })
                }
              />
            ))}
          </fieldset>
          <SwitchField
            label={t`Show the free trial`}
            hint={t`The account that every new user is given.`}
            value={value.trial}
            onChange={(trial) => change({ trial })}
          />
          <SwitchField
            label={t`Search engines may list it`}
            value={value.isIndexed}
            onChange={(isIndexed) => change({ isIndexed })}
          />
        </>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  plans: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, border: 'none' },
})
