import { useLingui } from '@lingui/react/macro'
import { choose, useChoices } from '#device/choices.ts'
import { Card } from '#ui/Card.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'

/** Whether single letters act in the lists of this device. */
export function KeyboardCard() {
  const { t } = useLingui()
  const { letterKeys = true } = useChoices()
  return (
    <Card title={t`Keyboard`}>
      <SwitchField
        label={t`Single keys act`}
        hint={t`Outside of fields: / searches, F filters, X chooses, J and K step through a list, O shows who is online, D downloads a table. For this device.`}
        value={letterKeys}
        onChange={(on) => choose({ letterKeys: on })}
      />
    </Card>
  )
}
