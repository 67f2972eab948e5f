import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { Problem } from '#ui/Problem.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { chooseRuleRefusals } from './messages.ts'
import { chooseMyDeviceRule } from './operations.ts'

type Props = { accountId: number; asks: boolean; online: boolean }

/** What happens when an app comes from a device too many: its owner is asked, or the newest wins. */
export function DeviceRule({ accountId, asks, online }: Props) {
  const { t, i18n } = useLingui()
  const choice = useMutation(chooseMyDeviceRule)
  return (
    <>
      <SwitchField
        label={t`Ask me before a device too many gets in`}
        hint={t`If off, it takes the place of the one seen least recently.`}
        value={choice.isPending ? choice.variables.asks : asks}
        disabled={!online || choice.isPending}
        onChange={(next) => choice.mutate({ accountId, asks: next })}
      />
      {choice.error && <Problem>{i18n._(explain(choice.error, chooseRuleRefusals))}</Problem>}
    </>
  )
}
