import { Button, makeStyles } from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useCallback } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { AuditEntry } from '#features/audit/AuditEntry.tsx'
import { AuditFilters } from '#features/audit/AuditFilters.tsx'
import { exportAudit, listAudit } from '#features/audit/operations.ts'
import { auditQuery } from '#features/audit/query.ts'
import { type AuditSearch, readAuditSearch } from '#features/audit/search.ts'
import { useNow } from '#ui/now.ts'
import { useJobText } from '#features/jobs/jobText.ts'
import { PERIOD_NAMES } from '#features/plans/names.ts'
import { ACCOUNT_TYPES } from '#rules/account.ts'
import { Empty } from '#ui/Empty.tsx'
import { Page } from '#ui/Page.tsx'
import { PagedList } from '#ui/PagedList.tsx'
import { saveText } from '#ui/saveText.ts'
import { SearchField } from '#ui/SearchField.tsx'

export const Route = createFileRoute('/admin/settings/audit')({
  validateSearch: readAuditSearch,
  beforeLoad: ({ context }) => {
    if (!context.may('listAudit')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    // Not waited for: the search field must not make way for a skeleton while it is typed in.
    void context.queryClient.prefetchInfiniteQuery(listAudit(auditQuery(deps, Date.now()))),
  component: AuditScreen,
})

/** Plans and accounts are of these types; accounts also of none. */
function usePeriodName(): (type: number) => string | undefined {
  const { t, i18n } = useLingui()
  return (type) => {
    if (type === ACCOUNT_TYPES.unlimited) return t`No expiry`
    const name = PERIOD_NAMES[type]
    return name && i18n._(name)
  }
}

function AuditScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = auditQuery(search, useNow())
  const list = useInfiniteQuery(listAudit(query))
  const download = useMutation({
    mutationFn: () => exportAudit(query),
    onSuccess: (table) => saveText('audit.csv', String(table), 'text/csv'),
  })
  const limit = useCallback(
    (change: Partial<AuditSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
    [navigate],
  )
  const setSearch = useCallback((text: string) => limit({ search: text || undefined }), [limit])
  const words = { job: useJobText(), period: usePeriodName() }
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
        <AuditFilters search={search} onChange={limit} />
      </div>
      <PagedList
        label={t`What admins changed`}
        list={list}
        pageOf={({ entries, total: all }) => ({ rows: entries, total: all })}
        keyOf={({ id }) => id}
        explain={explainLoad}
        empty={<Empty>{t`Nothing was changed yet, or nothing matches.`}</Empty>}
      >
        {(entry) => <AuditEntry entry={entry} words={words} />}
      </PagedList>
    </Page>
  )
}

const useStyles = makeStyles({
  tools: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px' },
})
