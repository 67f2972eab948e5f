import { makeStyles } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import type { Change } from '#rules/search.ts'
import { Empty } from '#ui/Empty.tsx'
import { PagedList } from '#ui/PagedList.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { MailRow } from './MailRow.tsx'
import { mailKinds, mailStates } from './messages.ts'
import { getMailServer, listMails } from './operations.ts'
import type { MailSearch } from './search.ts'

const MailSheet = lazy(() => import('./MailSheet.tsx'))

type Filter = Omit<MailSearch, 'tab'>
type Props = { filter: Filter; onFilter: (change: Change<Filter>) => void }

/** Sent, waiting and failed mails, newest first. */
export function Outbox({ filter, onFilter }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const list = useInfiniteQuery(listMails(filter))
  const lacksServer = useQuery(getMailServer()).data?.host === ''
  const [opened, setOpened] = useState<number>()
  const mail = list.data?.pages.flatMap(({ mails }) => mails).find(({ id }) => id === opened)
  const whyOf = ({ status, error }: Schema<'Mail'>) => {
    if (status !== 'waiting') return undefined
    return lacksServer ? t`No mail server is set up.` : (error ?? undefined)
  }
  const choices = <Name extends string>(names: Record<Name, MessageDescriptor>) => [
    { value: '' as const, label: t`All` },
    // Object.entries forgets which names there are.
    ...(Object.keys(names) as Name[]).map((value) => ({ value, label: i18n._(names[value]) })),
  ]

  return (
    <>
      <div className={styles.filter}>
        <SelectField
          label={t`State`}
          value={filter.status ?? ''}
          choices={choices<Schema<'MailStatus'>>(mailStates)}
          onChange={(status) => onFilter((before) => ({ ...before, status: status || undefined }))}
        />
        <SelectField
          label={t`Kind`}
          value={filter.kind ?? ''}
          choices={choices<Schema<'MailKind'>>(mailKinds)}
          onChange={(kind) => onFilter((before) => ({ ...before, kind: kind || undefined }))}
        />
      </div>
      <PagedList
        label={t`Emails`}
        list={list}
        pageOf={({ mails, total }) => ({ rows: mails, total })}
        keyOf={({ id }) => id}
        explain={explainLoad}
        empty={
          <Empty>
            {filter.status || filter.kind ? t`No emails match.` : t`No email was sent yet.`}
          </Empty>
        }
      >
        {(row) => <MailRow mail={row} why={whyOf(row)} onOpen={() => setOpened(row.id)} />}
      </PagedList>
      {mail && (
        <Suspense>
          <MailSheet mail={mail} lacksServer={lacksServer} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const useStyles = makeStyles({
  filter: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '12px',
    maxWidth: '480px',
    '& .fui-Select': { minWidth: 0 },
  },
})
