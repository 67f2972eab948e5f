import { Tab, TabList } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { getProfileTemplate } from '#features/profiles/operations.ts'
import { ProfileTemplateForm } from '#features/profiles/ProfileTemplateForm.tsx'
import { strictly } from '#rules/search.ts'
import { Page } from '#ui/Page.tsx'

type Search = { app?: Exclude<Schema<'ProfileApp'>, 'mihomo'> }

export const Route = createFileRoute('/admin/settings/profiles')({
  validateSearch: strictly(readSearch),
  beforeLoad: ({ context }) => {
    if (!context.may('editProfileTemplate'))
      throw redirect({ to: '/admin/settings', replace: true })
  },
  loaderDeps: ({ search: { app } }) => ({ app }),
  // A form over old answers would write them back.
  loader: ({ context: { queryClient }, deps: { app } }) =>
    queryClient.fetchQuery(getProfileTemplate(app ?? 'mihomo')),
  component: ProfilesScreen,
})

function readSearch({ app }: Record<string, unknown>): Search {
  return app === 'singbox' ? { app } : {}
}

function ProfilesScreen() {
  const { t } = useLingui()
  const { app = 'mihomo' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Page title={t`App profiles`} back="/admin/settings" wide>
      <TabList
        aria-label={t`App`}
        selectedValue={app}
        onTabSelect={(_event, { value }) =>
          void navigate({ search: readSearch({ app: value }), replace: true })
        }
      >
        <Tab value="mihomo">Mihomo</Tab>
        <Tab value="singbox">sing-box</Tab>
      </TabList>
      <ProfileTemplateForm key={app} app={app} />
    </Page>
  )
}
