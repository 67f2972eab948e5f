import { makeStyles, Tab, TabList } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import type { OperationId } from '#contract'
import { useStatus } from '#device/status.ts'
import { getMailServer, getMailTemplate, listMails } from '#features/mails/operations.ts'
import { Outbox } from '#features/mails/Outbox.tsx'
import { readMailSearch } from '#features/mails/search.ts'
import { ServerForm } from '#features/mails/ServerForm.tsx'
import { TemplateCard } from '#features/mails/TemplateCard.tsx'
import { strictly } from '#rules/search.ts'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/settings/mail')({
  validateSearch: strictly(readMailSearch),
  beforeLoad: ({ context }) => {
    if (!context.may('editMailTemplate')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ context: { queryClient, may }, deps }) => {
    const [first = 'texts'] = tabsFor(may)
    const { tab = first } = deps
    if (tab === 'outbox') return undefined
    if (tab === 'texts')
      return Promise.all(TYPES.map((type) => queryClient.ensureQueryData(getMailTemplate(type))))
    // A form over old answers would write them back.
    return queryClient.fetchQuery(getMailServer())
  },
  component: MailScreen,
})

const TYPES = ['code', 'reset', 'order'] as const
type MailTab = 'server' | 'texts' | 'outbox'

/** The tabs this server supports: every one stores the templates. */
function tabsFor(may: (id: OperationId) => boolean): MailTab[] {
  return [
    ...(may('getMailServer') ? (['server'] as const) : []),
    'texts',
    ...(may('listMails') ? (['outbox'] as const) : []),
  ]
}

function MailScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { may } = Route.useRouteContext()
  const tabs = tabsFor(may)
  const { tab: wanted, ...filter } = Route.useSearch()
  const tab = tabs.find((one) => one === wanted) ?? tabs[0] ?? 'texts'
  const navigate = Route.useNavigate()
  const failed = useInfiniteQuery({
    ...listMails({ status: 'failed' }),
    enabled: tabs.includes('outbox'),
  })
  const failures = failed.data?.pages[0]?.total ?? 0
  return (
    // As wide for every tab, so that the tabs stay where they are.
    <Page title={t`Mail`} back="/admin/settings" wide>
      <TabList
        aria-label={t`Mail`}
        selectedValue={tab}
        onTabSelect={(_event, { value }) =>
          void navigate({ search: readMailSearch({ tab: value }), replace: true })
        }
      >
        {tabs.includes('server') && (
          <Tab value="server">
            <Trans>Server</Trans>
          </Tab>
        )}
        <Tab value="texts">
          <Trans>Templates</Trans>
        </Tab>
        {tabs.includes('outbox') && (
          <Tab value="outbox">
            {failures > 0 ? <Trans>Outbox: {failures} failed</Trans> : <Trans>Outbox</Trans>}
          </Tab>
        )}
      </TabList>
      {tab === 'server' && <ServerTab />}
      {tab === 'texts' && (
        <div className={styles.narrow}>
          {TYPES.map((type) => (
            <TemplateCard key={type} type={type} />
          ))}
        </div>
      )}
      {tab === 'outbox' && (
        <Outbox
          filter={filter}
          onFilter={(change) =>
            void navigate({ search: (before) => ({ ...change(before), tab }), replace: true })
          }
        />
      )}
    </Page>
  )
}

function ServerTab() {
  const styles = useStyles()
  const { data: server } = useSuspenseQuery(getMailServer())
  return (
    <div className={styles.narrow}>
      <ServerForm server={server} email={useStatus()?.email ?? ''} />
    </div>
  )
}

const useStyles = makeStyles({
  narrow: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
    maxWidth: '720px',
  },
})
