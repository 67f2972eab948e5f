import { Button, Field, makeStyles, Radio, RadioGroup, Textarea } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listGroups } from '#features/groups/operations.ts'
import { listServers } from '#features/servers/operations.ts'
import { BanLength } from '#ui/BanLength.tsx'
import { CheckList } from '#ui/CheckList.tsx'
import type { Problems } from '#ui/draft.ts'
import { FlowField } from '#ui/FlowField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { type JobDraft, type JobKind, type Unit, UNITS } from './draft.ts'
import { UNIT_NAMES } from './names.ts'

type Form = {
  draft: JobDraft
  change: (fields: Partial<JobDraft>) => void
  field: <Name extends keyof JobDraft>(
    name: Name,
  ) => {
    value: JobDraft[Name]
    problem: Problems<JobDraft>[Name]
    onChange: (value: JobDraft[Name]) => void
  }
}

/** The parameters of a bulk action: by how much, where, which group, which text. */
export function JobFields({ kind, form }: { kind: JobKind; form: Form }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { draft, change, field } = form
  const given = { week: t`+7 days`, month: t`+1 month`, day: t`+1 year` }
  switch (kind) {
    case 'extend':
      return (
        <>
          <div className={styles.chips} role="group" aria-label={t`Move by`}>
            {GIVEN.map(({ count, unit }) => (
              <Button key={unit} shape="circular" onClick={() => change({ count, unit })}>
                {given[unit]}
              </Button>
            ))}
          </div>
          <div className={styles.pair}>
            <TextField
              label={t`Change expiry by`}
              hint={t`Use a minus to shorten.`}
              {...field('count')}
            />
            <SelectField<Unit>
              label={t`Unit`}
              value={draft.unit}
              choices={Object.keys(UNITS).map((unit) => ({
                value: unit as Unit, // the keys of UNITS
                label: i18n._(UNIT_NAMES[unit as Unit]),
              }))}
              onChange={(unit) => change({ unit })}
            />
          </div>
        </>
      )
    case 'addFlow':
      return <FlowField label={t`Traffic for the current cycle`} {...field('flow')} />
    case 'ban':
      return <BanLength position={draft.ban} onChange={(ban) => change({ ban })} />
    case 'setServers':
      return <Servers form={form} />
    case 'moveServers':
      return <NextServers form={form} />
    case 'setGroup':
      return <Group form={form} />
    case 'mail':
      return <Letter form={form} />
    case 'lift':
    case 'delete':
    case 'deleteUser':
      return null
  }
}

function Servers({ form: { draft, change, field } }: { form: Form }) {
  const { t } = useLingui()
  const servers = useQuery(listServers()).data
  return (
    <>
      <Field label={t`Allowed servers`}>
        <RadioGroup
          value={draft.allServers ? 'all' : 'some'}
          onChange={(_event, { value }) => change({ allServers: value === 'all' })}
        >
          <Radio value="all" label={t`All servers, including new ones`} />
          <Radio value="some" label={t`Selected servers`} />
        </RadioGroup>
      </Field>
      {!draft.allServers && servers && (
        <CheckList
          label={t`Servers`}
          items={servers.map(({ id, name, comment }) => ({ id, name, about: comment }))}
          chosen={draft.servers}
          problem={field('servers').problem}
          empty={t`There are no servers yet.`}
          onChange={(chosen) => change({ servers: chosen })}
        />
      )}
    </>
  )
}

function NextServers({ form: { draft, field } }: { form: Form }) {
  const { t } = useLingui()
  const servers = useQuery(listServers()).data ?? []
  const { value, problem, onChange } = field('servers')
  return (
    <CheckList
      label={t`To these servers`}
      items={servers
        .filter(({ id }) => id !== draft.from)
        .map(({ id, name, comment }) => ({ id, name, about: comment }))}
      chosen={value}
      problem={problem}
      empty={t`There is no other server yet.`}
      onChange={onChange}
    />
  )
}

function Group({ form: { draft, change, field } }: { form: Form }) {
  const { t } = useLingui()
  const groups = useQuery(listGroups()).data ?? []
  return (
    <SelectField
      label={t`Group`}
      hint={t`It decides what the user may buy and read.`}
      value={draft.groupId}
      problem={field('groupId').problem}
      choices={[
        { value: '', label: t`Choose` },
        ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(groupId) => change({ groupId })}
    />
  )
}

function Letter({ form: { field } }: { form: Form }) {
  const { t, i18n } = useLingui()
  const { value, problem, onChange } = field('content')
  return (
    <>
      <TextField label={t`Subject`} maxLength={200} {...field('title')} />
      <Field
        label={t`Text`}
        hint={t`One email is sent every second, so that no mailbox takes them for spam.`}
        validationMessage={problem && i18n._(problem)}
        validationState={problem ? 'error' : 'none'}
      >
        <Textarea
          size="large"
          rows={7}
          maxLength={16_384}
          resize="vertical"
          value={value}
          onChange={(_event, data) => onChange(data.value)}
        />
      </Field>
    </>
  )
}

/** What is given most, as in the dialog of one account; a year of days, not of months of 30. */
const GIVEN = [
  { count: '1', unit: 'week' },
  { count: '1', unit: 'month' },
  { count: '365', unit: 'day' },
] as const

const useStyles = makeStyles({
  chips: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  pair: {
    display: 'grid',
    gap: '12px',
    // The field without a hint would be stretched, and its control would be lower.
    alignItems: 'start',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))',
  },
})
