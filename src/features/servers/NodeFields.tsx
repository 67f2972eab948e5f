import { useLingui } from '@lingui/react/macro'
import type { useDraft } from '#ui/draft.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { ServerDraft } from './draft.ts'

type Props = { form: ReturnType<typeof useDraft<ServerDraft>> }

/** Where the node of a server on another machine listens, and what its type adds. Spec 3. */
export function NodeFields({ form }: Props) {
  const { t } = useLingui()
  const { type } = form.draft
  return (
    <>
      <SelectField
        label={t`Type`}
        value={type}
        choices={(['Shadowsocks', 'WireGuard'] as const).map((value) => ({ value, label: value }))}
        onChange={(chosen) => form.change({ type: chosen })}
      />
      <TextField
        label={t`Port of the node`}
        inputMode="numeric"
        required
        hint={t`Where the node agent listens for this console.`}
        {...form.field('port')}
      />
      <TextField
        label={t`Password of the node`}
        maxLength={255}
        required
        autoComplete="off"
        {...form.field('password')}
      />
      {type === 'WireGuard' && (
        <>
          <TextField label={t`Public key`} required autoComplete="off" {...form.field('key')} />
          <TextField
            label={t`Subnet`}
            required
            hint={t`Addresses of customers in the tunnel, such as 10.100.0.0/16.`}
            {...form.field('net')}
          />
          <TextField
            label={t`WireGuard port`}
            inputMode="numeric"
            required
            {...form.field('wgPort')}
          />
        </>
      )}
    </>
  )
}
