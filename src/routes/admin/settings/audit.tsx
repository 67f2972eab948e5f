import { Button, makeStyles } from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useCallback } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { AuditEntry } from '#features/audit/AuditEntry.tsx'
import { exportAudit, listAudit } from '#features/audit/operations.ts'
import { Empty } from '#ui/Empty.tsx'
import { Page } from '#ui/Page.tsx'
import { PagedList } from '#ui/PagedList.tsx'
import { saveText } from '#ui/saveText.ts'
import { SearchField } from '#ui/SearchField.tsx'

/** What the list is about; an id narrows it to one thing. */
type AuditSearch = { search?: string; subject?: string; subjectId?: number }

const wordIn = (value: unknown) =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? `${value}`
      : undefined

export const Route = createFileRoute('/admin/settings/audit')({
  validateSearch: ({ search, subject, subjectId }): AuditSearch => ({
    search: wordIn(search),
    subject: wordIn(subject),
    subjectId: typeof subjectId === 'number' ? subjectId : undefined,
  }),
  beforeLoad: ({ context }) => {
    if (!context.may('listAudit')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    // Not waited for: the search field must not make way for a skeleton while it is typed in.
    void context.queryClient.prefetchInfiniteQuery(listAudit(deps)),
  component: AuditScreen,
})

function AuditScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useInfiniteQuery(listAudit(search))
  const download = useMutation({
    mutationFn: () => exportAudit(search),
    onSuccess: (table) => saveText('audit.csv', String(table), 'text/csv'),
  })
  const setSearch = useCallback(
    (text: string) =>
      void navigate({
        search: (before) => ({ ...before, search: text || undefined }),
        replace: true,
      }),
    [navigate],
  )
  const total = list.data?.pages.at(-1)?.total ?? 0

  return (
    <Page
      title={t`Audit log`}
      back="/admin/settings"
      asOf={list.dataUpdatedAt}
      actions={
        <Button
          icon={<ArrowDownload20Regular />}
          disabled={total === 0 || download.isPending}
          onClick={() => download.mutate()}
        >{t`CSV`}</Button>
      }
    >
      <div className={styles.tools}>
        <SearchField
          label={t`Search the audit log`}
          placeholder={t`Port, email, name`}
          value={search.search ?? ''}
          onChange={setSearch}
        />
      </div>
      <PagedList
        label={t`What admins changed`}
        list={list}
        pageOf={({ entries, total: all }) => ({ rows: entries, total: all })}
        keyOf={({ id }) => id}
        explain={explainLoad}
        empty={<Empty>{t`Nothing was changed yet, or nothing matches.`}</Empty>}
      >
        {(entry) => <AuditEntry entry={entry} />}
      </PagedList>
    </Page>
  )
}

const useStyles = makeStyles({
  tools: { display: 'flex', alignItems: 'center', gap: '8px' },
})
