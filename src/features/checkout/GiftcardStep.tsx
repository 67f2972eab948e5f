import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { mayBeDone } from '#api/unanswered.ts'
import { useOnline } from '#device/online.ts'
import { rechargeCodeIn } from '#rules/rechargeCode.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkGiftcardDraft } from './draft.ts'
import { redeemGiftcardRefusals, unusableWord } from './messages.ts'
import { redeemGiftcard } from './operations.ts'
import { useLostCode } from './useLostCode.ts'
import { StepBody } from './StepBody.tsx'
import { TargetField } from './TargetField.tsx'
import type { Target } from './useTarget.ts'

type Props = {
  target: Target
  /** A code that came with a link. */
  code: string
  /** Runs before the code is sent. */
  onSend: () => void
  onUsed: () => void
  /** Left out where there is nothing to go back to. */
  onBack?: () => void
}

/** Takes a recharge code, which is used at once or not at all. */
export function GiftcardStep({ target, code, onSend, onUsed, onBack }: Props) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const form = useDraft({ code }, checkGiftcardDraft)
  const redeem = useMutation(redeemGiftcard)
  const lost = useLostCode(onUsed)
  const refused = redeem.data?.success === false ? redeem.data.message : undefined
  const known = refused === undefined ? undefined : unusableWord(refused)
  const send = form.submit((draft) => {
    if (redeem.isPending || !online) return
    onSend()
    const password = rechargeCodeIn(draft.code)
    redeem.mutate(
      { password, accountId: target.accountId },
      {
        onSuccess: ({ success }) => success && onUsed(),
        onError: (error) => mayBeDone(error) && lost.lookFor(password),
      },
    )
  })
  return (
    <form noValidate onSubmit={send}>
      <StepBody
        actions={
          <>
            {onBack && (
              <Button size="large" onClick={onBack}>
                <Trans>Back</Trans>
              </Button>
            )}
            <Button
              type="submit"
              appearance="primary"
              size="large"
              disabledFocusable={redeem.isPending || !online}
            >
              {redeem.isPending ? <Trans>Redeeming…</Trans> : <Trans>Redeem</Trans>}
            </Button>
          </>
        }
      >
        <TargetField target={target} />
        <TextField
          label={t`Recharge code`}
          autoComplete="off"
          maxLength={100}
          hint={t`Spaces and dashes are optional. Each code works once.`}
          {...form.field('code')}
        />
        {redeem.error && (
          <Problem intent={mayBeDone(redeem.error) ? 'warning' : 'error'}>
            <strong>
              {mayBeDone(redeem.error) ? (
                <Trans>It is not known yet whether the code was redeemed</Trans>
              ) : (
                <Trans>Code not redeemed</Trans>
              )}
            </strong>{' '}
            {i18n._(explain(redeem.error, redeemGiftcardRefusals))}
          </Problem>
        )}
        {refused !== undefined && lost.isOpen && (
          <Problem intent="warning">
            <Trans>
              The code was sent before and no answer came. It may be you who has used it: look at
              your orders.
            </Trans>
          </Problem>
        )}
        {refused !== undefined && !lost.isOpen && (
          <Problem>{known ? i18n._(known) : refused || <Trans>Code not redeemed</Trans>}</Problem>
        )}
        {!online && (
          <Problem intent="info">
            <Trans>You are offline. The code can be redeemed when the connection is back.</Trans>
          </Problem>
        )}
      </StepBody>
    </form>
  )
}
