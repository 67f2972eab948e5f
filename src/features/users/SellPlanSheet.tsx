import { Button } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useStatus } from '#device/status.ts'
import { listOrders } from '#features/plans/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { sellPlanRefusals } from './messages.ts'
import { getAdmin, sellPlan } from './operations.ts'

type Props = {
  user: Pick<Schema<'User'>, 'id' | 'username' | 'account'>
  onClose: () => void
  onDone: () => void
}

/** Gives a customer a plan that was paid for elsewhere, as a new account or as more time. */
export default function SellPlanSheet({ user, onClose, onDone }: Props) {
  const { t, i18n } = useLingui()
  const { username, account: accounts } = user
  const status = useStatus()
  const isLimited = status?.permissions?.kind === 'reseller'
  const mine = useQuery({ ...getAdmin(status?.id ?? 0), enabled: isLimited }).data?.permissions
  const { data: known = [] } = useQuery(listOrders())
  const plans = known.filter(
    ({ id, baseId }) => baseId === 0 && (!mine?.plans || mine.plans.includes(id)),
  )
  const sale = useMutation(sellPlan)
  const form = useDraft({ plan: '', account: String(accounts[0]?.id ?? '') }, ({ plan }) =>
    plan === '' ? { plan: msg`Choose a plan.` } : {},
  )
  return (
    <Sheet
      alert
      title={t`Give ${username} a plan`}
      onClose={onClose}
      onSubmit={form.submit(({ plan, account }) => {
        if (sale.isPending) return
        const accountId = account === '' ? {} : { accountId: Number(account) }
        sale.mutate({ userId: user.id, orderId: Number(plan), ...accountId }, { onSuccess: onDone })
      })}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={sale.isPending}>
            {sale.isPending ? <Trans>Working…</Trans> : <Trans>Give a plan</Trans>}
          </Button>
        </>
      }
    >
      <SelectField
        label={t`Plan`}
        hint={t`Delivered right away, without an order: it was paid for elsewhere.`}
        choices={[
          { value: '', label: t`Choose a plan.` },
          ...plans.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.field('plan')}
      />
      <SelectField
        label={t`Account`}
        choices={[
          ...accounts.map(({ id, port }) => ({ value: String(id), label: t`Account ${port}` })),
          { value: '', label: t`A new one` },
        ]}
        {...form.field('account')}
      />
      {sale.error && <Problem>{i18n._(explain(sale.error, sellPlanRefusals))}</Problem>}
    </Sheet>
  )
}
