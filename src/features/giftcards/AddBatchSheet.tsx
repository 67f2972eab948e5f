import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkBatchDraft, newBatchDraft, toNewBatch } from './draft.ts'
import { createGiftcardBatchRefusals } from './messages.ts'
import { createGiftcardBatch } from './operations.ts'

type Props = {
  plans: readonly Schema<'Plan'>[]
  onClose: () => void
  onCreated: (batchNumber: number) => void
}

/** Makes a batch of recharge codes. Spec 2 and 5. */
export default function AddBatchSheet({ plans, onClose, onCreated }: Props) {
  const { t, i18n } = useLingui()
  const creation = useMutation(createGiftcardBatch)
  const form = useDraft(newBatchDraft, checkBatchDraft)
  return (
    <Sheet
      alert
      title={t`Create recharge codes`}
      onClose={onClose}
      onSubmit={form.submit((draft) => {
        if (!creation.isPending)
          creation.mutate(toNewBatch(draft), {
            onSuccess: ({ batchNumber }) => onCreated(batchNumber),
          })
      })}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={creation.isPending}>
            {creation.isPending ? <Trans>Creating…</Trans> : <Trans>Create codes</Trans>}
          </Button>
        </>
      }
    >
      <TextField label={t`How many`} inputMode="numeric" maxLength={4} {...form.field('count')} />
      <SelectField
        label={t`Plan`}
        choices={[
          { value: '', label: t`Choose a plan` },
          ...plans.map(({ id, name, baseId }) => ({
            value: String(id),
            label: baseId === 0 ? name : t`${name} (traffic pack)`,
          })),
        ]}
        hint={t`What each code buys.`}
        {...form.field('plan')}
      />
      <TextField
        label={t`Comment`}
        maxLength={255}
        hint={t`For you: who they are for, where they are sold.`}
        {...form.field('comment')}
      />
      {creation.error && (
        <Problem>{i18n._(explain(creation.error, createGiftcardBatchRefusals))}</Problem>
      )}
    </Sheet>
  )
}
