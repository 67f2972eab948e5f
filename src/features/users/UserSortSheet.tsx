import { Button, Field, Radio, RadioGroup } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Change } from '#rules/search.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { useViewDraft } from '#ui/viewDraft.ts'
import { DEFAULT_USERS, isEveryUser, USER_SORTS, type UserView } from './filter.ts'
import { USER_SORT_NAMES, USER_TYPE_NAMES } from './names.ts'

type Props = {
  view: UserView
  /** Groups to choose from; none for who sees the own group only. */
  groups: readonly { id: number; name: string }[]
  onApply: (change: Change<UserView>) => void
  onClose: () => void
}

/** Chooses which people the list shows and in which order. Spec 2. */
export default function UserSortSheet({ view, groups, onApply, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { draft, change, alter } = useViewDraft(view)
  const { sort, type, group } = draft
  return (
    <Sheet
      title={t`Sort and filter`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(change)
      }}
      actions={
        <>
          <Button disabledFocusable={isEveryUser(draft)} onClick={() => alter(() => DEFAULT_USERS)}>
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
          value={sort}
          onChange={(_event, { value }) =>
            alter((before) => ({
              ...before,
              sort: USER_SORTS.find((one) => one === value) ?? DEFAULT_USERS.sort,
            }))
          }
        >
          {USER_SORTS.map((one) => (
            <Radio key={one} value={one} label={i18n._(USER_SORT_NAMES[one])} />
          ))}
        </RadioGroup>
      </Field>
      <SelectField
        label={t`Type`}
        value={type}
        choices={(['any', 'normal', 'admin'] as const).map((value) => ({
          value,
          label: i18n._(USER_TYPE_NAMES[value]),
        }))}
        onChange={(value) => alter((before) => ({ ...before, type: value }))}
      />
      {groups.length > 0 && (
        <SelectField
          label={t`Group`}
          value={String(group)}
          choices={[
            { value: '-1', label: t`All groups` },
            ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
            // A group that is gone or not loaded yet must not silently change the choice.
            ...(group >= 0 && !groups.some(({ id }) => id === group)
              ? [{ value: String(group), label: `#${group}` }]
              : []),
          ]}
          onChange={(id) => alter((before) => ({ ...before, group: Number(id) }))}
        />
      )}
    </Sheet>
  )
}
