import { Button, Field, Radio, RadioGroup } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Sheet } from '#ui/Sheet.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import type { ChartPreferences } from './chartPreferences.ts'

type Props = {
  preferences: ChartPreferences
  onChange: (change: Partial<ChartPreferences>) => void
  onClose: () => void
}

/** Chooses how this device draws a server's traffic. Spec 2. */
export function ChartOptionsDialog({ preferences, onChange, onClose }: Props) {
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
          value={preferences.kind}
          onChange={(_event, { value }) => onChange({ kind: value === 'area' ? 'area' : 'bars' })}
        >
          <Radio value="bars" label={t`Bars`} />
          <Radio value="area" label={t`Line`} />
        </RadioGroup>
      </Field>
      <SwitchField
        label={t`Show traffic by user`}
        value={preferences.users}
        onChange={(users) => onChange({ users })}
      />
    </Sheet>
  )
}
