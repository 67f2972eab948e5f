import { Button, Field, Radio, RadioGroup } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { listOrders } from '#features/plans/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { setPermissionsRefusals } from './messages.ts'
import { setPermissions } from './operations.ts'
import { checkLimits, limitsDraftOf, toLimits } from './limits.ts'
import { KINDS, PERMITTED } from './permissions.ts'
import { ResellerLimits } from './ResellerLimits.tsx'

type Props = {
  admin: Pick<Schema<'Admin'>, 'id' | 'username' | 'permissions'>
  onClose: () => void
}

/** Chooses what an admin may do; a reseller also how much. An empty limit is none. */
export default function PermissionsSheet({ admin, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { username } = admin
  const now: Schema<'Permissions'> = admin.permissions ?? { kind: 'group' }
  const { data: known = [] } = useQuery(listOrders())
  const saving = useMutation(setPermissions)
  const form = useDraft({ kind: now.kind, ...limitsDraftOf(now) }, (typed) => checkLimits(typed))
  const { draft, change: set } = form
  return (
    <Sheet
      alert
      title={t`Permissions of ${username}`}
      onClose={onClose}
      onSubmit={form.submit((typed) => {
        const { kind } = typed
        if (saving.isPending) return
        const limits = kind === 'reseller' && toLimits(typed)
        saving.mutate({ userId: admin.id, kind, ...limits }, { onSuccess: onClose })
      })}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={saving.isPending}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <Field label={t`Permissions`} hint={i18n._(PERMITTED[draft.kind].about)}>
        <RadioGroup
          value={draft.kind}
          onChange={(_event, { value }) => set({ kind: value as typeof draft.kind })}
        >
          {KINDS.map((kind) => (
            <Radio key={kind} value={kind} label={i18n._(PERMITTED[kind].name)} />
          ))}
        </RadioGroup>
      </Field>
      {draft.kind === 'reseller' && (
        <ResellerLimits
          draft={draft}
          problems={{ customers: form.field('customers').problem }}
          plans={known}
          onChange={set}
        />
      )}
      {saving.error && <Problem>{i18n._(explain(saving.error, setPermissionsRefusals))}</Problem>}
    </Sheet>
  )
}
