import { useLingui } from '@lingui/react/macro'
import { Card } from '#ui/Card.tsx'
import type { useDraft } from '#ui/draft.ts'
import { TextField } from '#ui/TextField.tsx'
import type { PlanDraft } from './draft.ts'

/** How many devices of an account on a plan have keys of their own by their apps. */
export function PlanDevicesCard({ form }: { form: ReturnType<typeof useDraft<PlanDraft>> }) {
  const { t } = useLingui()
  return (
    <Card title={t`Devices`}>
      <TextField
        label={t`Devices with keys of their own`}
        inputMode="numeric"
        hint={t`Apps that name their device get a key for it on Trojan and Shadowsocks servers. Other apps share the account’s key. 0 means one key for all.`}
        {...form.field('deviceLimit')}
      />
    </Card>
  )
}
