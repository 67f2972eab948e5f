import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useMay } from '#api/may.ts'
import type { Schema } from '#contract'
import { methodName, methodNamed } from '#features/providers/registry.ts'
import { currencyOf } from '#rules/providers/registry.ts'
import { PLAN_TYPES } from '#rules/plan.ts'
import { Card } from '#ui/Card.tsx'
import { CheckList } from '#ui/CheckList.tsx'
import type { useDraft } from '#ui/draft.ts'
import { FlowField } from '#ui/FlowField.tsx'
import { MarkdownField } from '#ui/MarkdownField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import { isPackDraft, type PlanDraft } from './draft.ts'
import { GroupsField } from './GroupsField.tsx'
import { PlanAccountsCard } from './PlanAccountsCard.tsx'
import { PlanDevicesCard } from './PlanDevicesCard.tsx'
import { PlanSpeedCard } from './PlanSpeedCard.tsx'
import { PERIOD_NAMES } from './names.ts'
import { priceNames } from './prices.ts'

type Props = {
  form: ReturnType<typeof useDraft<PlanDraft>>
  /** All plans, for the base of a flow pack. */
  plans: readonly Schema<'Plan'>[]
  servers: readonly Schema<'Server'>[]
  groups: readonly Schema<'Group'>[]
  /** Takes the place of merely noting another period. */
  onPeriod?: (type: string) => void
  /** How many accounts are on it; undefined for a new one. */
  accounts?: number
  /** What customers see of it, as it is typed. */
  preview: ReactNode
}

/** The form of a plan or a flow pack. Spec 3 and 5. */
export function PlanForm({ form, plans, servers, groups, onPeriod, accounts, preview }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const may = useMay()
  const { draft, field } = form
  const isPack = isPackDraft(draft)
  const nameOf = (type: string) => {
    const name = PERIOD_NAMES[Number(type)]
    return name ? i18n._(name) : type
  }
  const bases = plans.filter(({ baseId, id }) => baseId === 0 || String(id) === draft.baseId)

  return (
    <div className={styles.sides}>
      <div className={styles.fields}>
        <Card title={t`What is sold`}>
          {isPack && (
            <SelectField
              label={t`Traffic pack for`}
              choices={bases.map(({ id, name }) => ({ value: String(id), label: name }))}
              hint={t`Only for accounts on this plan, and only until their cycle ends.`}
              {...field('baseId')}
            />
          )}
          <TextField label={t`Name`} maxLength={255} required {...field('name')} />
          <TextField
            label={t`Short description`}
            maxLength={255}
            hint={t`Shown under the name.`}
            {...field('shortComment')}
          />
          {!isPack && (
            <div className={styles.pair}>
              <SelectField
                label={t`Cycle`}
                choices={periodsFor(draft.type).map((type) => ({
                  value: type,
                  label: nameOf(type),
                }))}
                {...field('type')}
                {...(onPeriod && { onChange: onPeriod })}
              />
              <TextField label={t`Number of cycles`} inputMode="numeric" {...field('cycle')} />
            </div>
          )}
          <FlowField
            label={isPack ? t`Traffic it adds` : t`Quota per cycle`}
            hint={isPack ? undefined : t`A number, or one with K, M, G or T. 0 means no limit.`}
            {...field('flow')}
          />
          <div className={styles.pair}>
            {priceNames(draft).map((kind) => (
              <TextField
                key={kind}
                label={i18n._(methodNamed(kind)?.price ?? methodName(kind))}
                inputMode="decimal"
                after={currencyOf(kind)}
                hint={t`0: not sold this way.`}
                {...field(kind)}
              />
            ))}
          </div>
        </Card>
        <Card title={t`What customers read before they pay`}>
          <MarkdownField
            label={t`Description`}
            maxLength={16_384}
            rows={6}
            hint={t`Markdown. Shown for 3 seconds before payment; customers cannot skip it.`}
            {...field('comment')}
          />
        </Card>
        {!isPack && (
          <>
            <PlanAccountsCard form={form} servers={servers} />
            {may('editOrder.speed') && <PlanSpeedCard form={form} />}
            {may('getDeviceLink') && <PlanDevicesCard form={form} />}
            <Card title={t`Reward`}>
              <TimeField
                label={t`Reward time for the inviter`}
                hint={t`Added to the inviter’s account when this plan is paid for. 0 is none.`}
                {...field('refTime')}
              />
            </Card>
          </>
        )}
        <Card title={t`Who can buy it`}>
          <GroupsField groups={groups} {...field('groups')} />
        </Card>
        {accounts !== undefined && accounts > 0 && !isPack && (
          <Card title={t`Existing accounts`}>
            <CheckList
              label={t`Apply on save`}
              empty=""
              items={[
                { id: FLOW, name: t`Quota per cycle` },
                { id: SERVER, name: t`Servers` },
                { id: REMOVE, name: t`Removal after expiry` },
              ]}
              chosen={[
                ...(draft.changeFlow ? [FLOW] : []),
                ...(draft.changeServer ? [SERVER] : []),
                ...(draft.changeAutoRemove ? [REMOVE] : []),
              ]}
              onChange={(chosen) =>
                form.change({
                  changeFlow: chosen.includes(FLOW),
                  changeServer: chosen.includes(SERVER),
                  changeAutoRemove: chosen.includes(REMOVE),
                })
              }
            />
          </Card>
        )}
      </div>
      <aside className={styles.preview}>
        <Card title={t`As customers see it`}>{preview}</Card>
      </aside>
    </div>
  )
}

/** What can be chosen, and what the plan has, whose type may be one that no new plan may have. */
function periodsFor(type: string): string[] {
  const offered = PLAN_TYPES.map(String)
  return offered.includes(type) ? offered : [...offered, type]
}

const [FLOW, SERVER, REMOVE] = [1, 2, 3]

const ROOMY = '@media (min-width: 1100px)'
const useStyles = makeStyles({
  sides: {
    display: 'grid',
    gap: '16px',
    alignItems: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
    [ROOMY]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' },
  },
  fields: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  preview: { order: -1, minWidth: 0, [ROOMY]: { order: 0, position: 'sticky', top: '80px' } },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 140px), 1fr))',
    gap: '12px',
    alignItems: 'start',
    // Fluent's inputs would rather stick out than be narrower than browsers like them.
    '& .fui-Input': { minWidth: 0 },
    '& .fui-Input__input': { minWidth: 0, width: '100%' },
  },
})
