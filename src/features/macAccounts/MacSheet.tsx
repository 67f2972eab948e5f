import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { listServers } from '#features/servers/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { MacField } from '#ui/MacField.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { checkMacDraft, type MacDraft, macDraftOf, toUse } from './draft.ts'
import { addMacAccountRefusals, editMacAccountRefusals } from './messages.ts'
import { addMacAccount, editMacAccount } from './operations.ts'

type Props = {
  userId: number
  /** The accounts it may use. */
  accounts: readonly { id: number; port: number }[]
  /** The device to change; left out for a new one. */
  device?: Schema<'MacAddress'>
  onClose: () => void
  /** Called once it is saved; the sheet closes unless given. */
  onDone?: () => void
}

/** Registers a device for a user, or changes one. Spec 2. */
export default function MacSheet({ userId, accounts, device, onClose, onDone = onClose }: Props) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const form = useDraft<MacDraft>(macDraftOf(device), checkMacDraft)
  const servers = useQuery(listServers()).data ?? []
  const add = useMutation(addMacAccount)
  const edit = useMutation(editMacAccount)
  const pending = add.isPending || edit.isPending
  const send = (draft: MacDraft) => {
    const { mac } = draft
    const use = toUse(draft)
    if (device) edit.mutate({ id: device.id, macAddress: mac, ...use }, { onSuccess: onDone })
    else add.mutate({ mac, body: { userId, ...use } }, { onSuccess: onDone })
  }
  const { server } = form.draft
  const isGone = server !== '' && !servers.some(({ id }) => String(id) === server)

  return (
    <Sheet
      title={device ? t`Change the device` : t`Add a device`}
      onClose={onClose}
      onSubmit={form.submit(send)}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={pending || !online}>
            {!online ? (
              <Trans>Save once you are online</Trans>
            ) : pending ? (
              <Trans>Saving…</Trans>
            ) : (
              <Trans>Save</Trans>
            )}
          </Button>
        </>
      }
    >
      <MacField label={t`MAC address`} {...form.field('mac')} />
      <SelectField
        label={t`Account it uses`}
        hint={accounts.length === 0 ? t`This user has no account yet.` : undefined}
        choices={[
          { value: '', label: t`The first account` },
          ...accounts.map(({ id, port }) => ({ value: String(id), label: t`Account ${port}` })),
        ]}
        {...form.field('account')}
      />
      <SelectField
        label={t`Preferred server`}
        choices={[
          { value: '', label: t`No preference` },
          ...servers.map(({ id, name }) => ({ value: String(id), label: name })),
          // A server that is gone or not loaded yet must not silently change the choice.
          ...(isGone ? [{ value: server, label: `#${server}` }] : []),
        ]}
        {...form.field('server')}
      />
      {add.error && <Problem>{i18n._(explain(add.error, addMacAccountRefusals))}</Problem>}
      {edit.error && <Problem>{i18n._(explain(edit.error, editMacAccountRefusals))}</Problem>}
    </Sheet>
  )
}
