import {
  Button,
  Checkbox,
  Field,
  Label,
  makeStyles,
  Radio,
  RadioGroup,
} from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Schema } from '#contract'
import { Problem } from '#ui/Problem.tsx'
import { type Change, readLimit } from '#rules/search.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useViewDraft } from '#ui/viewDraft.ts'
import { type AccountView, DEFAULT_VIEW, isDefault, KINDS, MOST, SORTS } from './filter.ts'
import { KIND_NAMES, OWNER_NAMES, SORT_NAMES } from './names.ts'

type Props = {
  view: AccountView
  plans: readonly Schema<'Plan'>[]
  /** Whether the server supports the filters by end and usage; older ones ignore them. */
  hasLimits?: boolean
  onApply: (change: Change<AccountView>) => void
  onClose: () => void
}

/** Chooses which accounts the list shows and in which order; the choice is stored on this device. Spec 2. */
export default function AccountFilterSheet({
  view,
  plans,
  hasLimits = true,
  onApply,
  onClose,
}: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { draft, change, alter } = useViewDraft(view)
  // As typed, which may be no limit.
  const [typed, setTyped] = useState<{ ends?: string; used?: string }>({})
  const limits = {
    ends: typed.ends ?? limitText(draft.endsWithin),
    used: typed.used ?? limitText(draft.usedOver),
  }
  const problems = {
    ends: limitProblem(limits.ends, MOST.ends),
    used: limitProblem(limits.used, MOST.used),
  }

  return (
    <Sheet
      title={t`Sort and filter`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!problems.ends && !problems.used) onApply(change)
      }}
      actions={
        <>
          <Button
            disabledFocusable={isDefault(draft)}
            onClick={() => {
              alter(() => DEFAULT_VIEW)
              setTyped({})
            }}
          >
            <Trans>Reset</Trans>
          </Button>
          <Button type="submit" appearance="primary">
            <Trans>Show</Trans>
          </Button>
        </>
      }
    >
      <Field label={t`Sort by`}>
        <RadioGroup
          value={draft.sort}
          onChange={(_event, { value }) =>
            alter((before) => ({
              ...before,
              sort: SORTS.find((sort) => sort === value) ?? 'port_asc',
            }))
          }
        >
          {SORTS.map((sort) => (
            <Radio key={sort} value={sort} label={i18n._(SORT_NAMES[sort])} />
          ))}
        </RadioGroup>
      </Field>
      <fieldset className={styles.kinds} aria-label={t`Show`}>
        <Label className={styles.legend} aria-hidden>
          <Trans>Show</Trans>
        </Label>
        {KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={i18n._(KIND_NAMES[kind])}
            checked={draft.kinds.includes(kind)}
            onChange={(_event, { checked }) =>
              alter((before) => ({
                ...before,
                kinds: KINDS.filter((one) =>
                  one === kind ? checked === true : before.kinds.includes(one),
                ),
              }))
            }
          />
        ))}
      </fieldset>
      {draft.kinds.length === 0 && (
        <Problem intent="warning">
          <Trans>With nothing chosen the list stays empty.</Trans>
        </Problem>
      )}
      <SelectField
        label={t`User`}
        value={draft.owner}
        choices={(['any', 'with', 'without'] as const).map((value) => ({
          value,
          label: i18n._(OWNER_NAMES[value]),
        }))}
        onChange={(owner) => alter((before) => ({ ...before, owner }))}
      />
      <SelectField
        label={t`Plan`}
        value={String(draft.plan)}
        choices={[
          { value: '0', label: t`All` },
          ...plans
            .filter(({ baseId }) => baseId === 0)
            .map(({ id, name }) => ({ value: String(id), label: name })),
          // A plan that is gone or not loaded yet must not silently change the choice.
          ...(draft.plan !== 0 && !plans.some(({ id }) => id === draft.plan)
            ? [{ value: String(draft.plan), label: `#${draft.plan}` }]
            : []),
        ]}
        onChange={(plan) => alter((before) => ({ ...before, plan: Number(plan) }))}
      />
      {hasLimits && (
        <div className={styles.limits}>
          <TextField
            label={t`Expires within`}
            hint={t`Leave empty for any time`}
            inputMode="numeric"
            after={t`days`}
            value={limits.ends}
            problem={problems.ends}
            onChange={(ends) => {
              setTyped({ ...typed, ends })
              alter((before) => ({ ...before, endsWithin: readLimit(ends, MOST.ends) }))
            }}
          />
          <TextField
            label={t`Used at least`}
            hint={t`Leave empty for any usage`}
            inputMode="numeric"
            after="%"
            value={limits.used}
            problem={problems.used}
            onChange={(used) => {
              setTyped({ ...typed, used })
              alter((before) => ({ ...before, usedOver: readLimit(used, MOST.used) }))
            }}
          />
        </div>
      )}
    </Sheet>
  )
}

const limitText = (limit: number | undefined) => (limit === undefined ? '' : String(limit))

const limitProblem = (typed: string, most: number) =>
  typed.trim() === '' || readLimit(typed, most) !== undefined
    ? undefined
    : msg`Enter a whole number from 1 to ${most}, or leave it empty.`

const useStyles = makeStyles({
  kinds: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
    minWidth: 0,
    margin: 0,
    padding: 0,
    border: 'none',
  },
  legend: { gridColumn: '1 / -1' },
  limits: {
    display: 'grid',
    gap: '12px',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))',
  },
})
