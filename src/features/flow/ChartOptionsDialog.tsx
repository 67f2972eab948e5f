import { Button, Field, Radio, RadioGroup } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Sheet } from '#ui/Sheet.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import type { ChartLooks } from './looks.ts'

type Props = {
  looks: ChartLooks
  onChange: (change: Partial<ChartLooks>) => void
  onClose: () => void
}

/** Chooses how this device draws a server's traffic. Spec 2. */
export function ChartOptionsDialog({ looks, onChange, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Sheet
      title={t`Chart options`}
      onClose={onClose}
      actions={
        <Button appearance="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <Field label={t`Draw traffic as`}>
        <RadioGroup
          value={looks.kind}
          onChange={(_event, { value }) => onChange({ kind: value === 'area' ? 'area' : 'bars' })}
        >
          <Radio value="bars" label={t`Bars`} />
          <Radio value="area" label={t`Line`} />
        </RadioGroup>
      </Field>
      <SwitchField
        label={t`Show traffic by user`}
        value={looks.users}
        onChange={(users) => onChange({ users })}
      />
    </Sheet>
  )
}
