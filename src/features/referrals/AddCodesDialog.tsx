import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkNewCodesDraft, toNewCodes } from './draft.ts'
import { createUserRefCodesRefusals } from './messages.ts'
import { createUserRefCodes } from './operations.ts'

type Props = {
  userId: number
  email: string
  onClose: () => void
  /** Once they are made; the sheet closes unless given. */
  onDone?: () => void
}

/** Gives a user more codes, each with so many places. */
export default function AddCodesDialog({ userId, email, onClose, onDone = onClose }: Props) {
  const { t, i18n } = useLingui()
  const add = useMutation(createUserRefCodes)
  const form = useDraft({ number: '1', max: '1' }, checkNewCodesDraft)
  return (
    <Sheet
      title={t`More codes for ${email}`}
      onClose={onClose}
      onSubmit={form.submit((draft) =>
        add.mutate({ userId, body: toNewCodes(draft) }, { onSuccess: onDone }),
      )}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={add.isPending}>
            {add.isPending ? <Trans>Adding…</Trans> : <Trans>Add codes</Trans>}
          </Button>
        </>
      }
    >
      <TextField label={t`How many codes`} inputMode="numeric" {...form.field('number')} />
      <TextField label={t`Maximum sign-ups per code`} inputMode="numeric" {...form.field('max')} />
      {add.error && <Problem>{i18n._(explain(add.error, createUserRefCodesRefusals))}</Problem>}
    </Sheet>
  )
}
