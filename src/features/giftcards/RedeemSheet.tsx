import { Button } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { rechargeCodeIn } from '#rules/rechargeCode.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { redeemGiftcardForUserRefusals, redemptionWord } from './messages.ts'
import { redeemGiftcardForUser } from './operations.ts'

type Props = {
  user: Pick<Schema<'User'>, 'id' | 'username'>
  accounts: readonly Pick<Schema<'AccountRow'>, 'id' | 'port'>[]
  onClose: () => void
  onDone: () => void
}

/** Uses a recharge code for a user. Spec 7. */
export default function RedeemSheet({ user, accounts, onClose, onDone }: Props) {
  const { t, i18n } = useLingui()
  const redemption = useMutation(redeemGiftcardForUser)
  const { username } = user
  const form = useDraft({ code: '', account: String(accounts[0]?.id ?? '') }, ({ code }) =>
    rechargeCodeIn(code) === ''
      ? { code: msg({ message: 'Enter the code.', context: 'a recharge code' }) }
      : {},
  )
  const { data, error } = redemption
  const failed = data && 'message' in data ? data.message : undefined
  const word = failed === undefined ? undefined : redemptionWord(failed)
  return (
    <Sheet
      alert
      title={t`Redeem a code for ${username}`}
      onClose={onClose}
      onSubmit={form.submit(({ code, account }) => {
        if (redemption.isPending) return
        const accountId = account === '' ? null : Number(account)
        redemption.mutate(
          { password: rechargeCodeIn(code), userId: user.id, accountId },
          { onSuccess: (result) => result.success && onDone() },
        )
      })}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={redemption.isPending}>
            {redemption.isPending ? <Trans>Working…</Trans> : <Trans>Redeem</Trans>}
          </Button>
        </>
      }
    >
      <TextField
        label={t`Recharge code`}
        autoComplete="off"
        maxLength={300}
        {...form.field('code')}
      />
      <SelectField
        label={t`Account`}
        choices={[
          ...accounts.map(({ id, port }) => ({ value: String(id), label: t`Account ${port}` })),
          { value: '', label: t`A new one` },
        ]}
        {...form.field('account')}
      />
      {error && <Problem>{i18n._(explain(error, redeemGiftcardForUserRefusals))}</Problem>}
      {failed !== undefined && <Problem>{word ? i18n._(word) : failed}</Problem>}
    </Sheet>
  )
}
