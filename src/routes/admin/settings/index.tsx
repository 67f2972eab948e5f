import { makeStyles } from '@fluentui/react-components'
import {
  Alert24Regular,
  ArrowImport24Regular,
  ClipboardTaskListLtr24Regular,
  TaskListSquareLtr24Regular,
  GiftCard24Regular,
  HeartPulse24Regular,
  Key24Regular,
  Mail24Regular,
  Megaphone24Regular,
  PaintBrush24Regular,
  PasswordRegular,
  Payment24Regular,
  PhoneDesktop24Regular,
  PeopleTeam24Regular,
  Send24Regular,
  ShieldKeyhole24Regular,
  ShareAndroid24Regular,
  Tag24Regular,
} from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useMay } from '#api/may.ts'
import type { OperationId } from '#contract'
import { useStatus } from '#device/status.ts'
import { InstallCard } from '#features/app/InstallCard.tsx'
import { Card } from '#ui/Card.tsx'
import { type Entry, EntryList } from '#ui/EntryList.tsx'
import { Page } from '#ui/Page.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { KeyboardCard } from './-KeyboardCard.tsx'

export const Route = createFileRoute('/admin/settings/')({ component: SettingsScreen })

/** An entry, and the operation it rests on where a server may lack it. */
type Offer = Entry & { by?: OperationId }
type Section = { title: string; entries: Offer[] }

function SettingsScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { isMain } = Route.useRouteContext()
  const may = useMay()
  const { giftcard, telegram } = useStatus() ?? {}
  const codes: Offer = {
    to: '/admin/settings/giftcard',
    icon: <GiftCard24Regular />,
    name: t`Recharge codes`,
    about: t`Batches to sell or give away`,
  }
  const imports: Offer = {
    by: 'createImport',
    to: '/admin/settings/import',
    icon: <ArrowImport24Regular />,
    name: t`Import`,
    about: isMain ? t`Users, accounts and plans from a table` : t`Your customers from a table`,
  }
  const jobs: Offer = {
    by: 'listJobs',
    to: '/admin/job',
    icon: <TaskListSquareLtr24Regular />,
    name: t`Bulk actions`,
    about: isMain ? t`Past bulk actions, with undo` : t`What you imported, with undo`,
  }
  const you = usePersonal()
  // What each role sees. Spec 2.
  const sections: Section[] = isMain
    ? [
        {
          title: t`Shop`,
          entries: [
            {
              to: '/admin/settings/order',
              icon: <Tag24Regular />,
              name: t`Plans`,
              about: t`What is for sale, and its prices`,
            },
            {
              to: '/admin/settings/paymentList',
              icon: <Payment24Regular />,
              name: t`Payment methods`,
              about: t`Alipay, PayPal, and whether they work`,
            },
            ...(giftcard ? [codes] : []),
            {
              to: '/admin/settings/ref',
              icon: <ShareAndroid24Regular />,
              name: t`Invitation codes`,
              about: t`How users invite others`,
            },
          ],
        },
        {
          title: t`Users`,
          entries: [
            {
              to: '/admin/settings/account',
              icon: <Key24Regular />,
              name: t`Account settings`,
              about: t`Sign-up, ports, what users see`,
            },
            {
              to: '/admin/settings/group',
              icon: <PeopleTeam24Regular />,
              name: t`Groups`,
              about: t`Who may buy and see what`,
            },
            {
              to: '/admin/notice',
              icon: <Megaphone24Regular />,
              name: t`Announcements`,
              about: t`What users read first`,
            },
            imports,
          ],
        },
        {
          title: t`Site`,
          entries: [
            {
              to: '/admin/settings/base',
              icon: <PaintBrush24Regular />,
              name: t`General settings`,
              about: t`Name, colors, language, service worker`,
            },
            {
              to: '/admin/settings/mail',
              icon: <Mail24Regular />,
              name: t`Mail`,
              about: t`Server, templates, what was sent`,
            },
            {
              by: 'editProfileTemplate',
              to: '/admin/settings/profiles',
              icon: <PhoneDesktop24Regular />,
              name: t`App profiles`,
              about: t`Templates for Mihomo and sing-box`,
            },
            {
              by: telegram ? 'getAdminTelegramCode' : 'editTelegramSetting',
              to: '/admin/settings/telegram',
              icon: <Send24Regular />,
              name: t`Telegram`,
              about: t`The bot, and messages about your site`,
            },
            {
              by: 'getInstallation',
              to: '/admin/settings/service',
              icon: <HeartPulse24Regular />,
              name: t`Service`,
              about: t`Version, backups, disk, certificate`,
            },
          ],
        },
        {
          title: t`History`,
          entries: [
            jobs,
            {
              by: 'listAudit',
              to: '/admin/settings/audit',
              icon: <ClipboardTaskListLtr24Regular />,
              name: t`Audit log`,
              about: t`Who changed what, and when`,
            },
          ],
        },
        you,
      ]
    : [
        {
          title: t`Users`,
          entries: [
            {
              to: '/admin/settings/myRefCode',
              icon: <ShareAndroid24Regular />,
              name: t`Invitation codes`,
              about: t`Your codes and who used them`,
            },
            imports,
            jobs,
          ],
        },
        you,
      ]

  const offered = sections
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ by }) => !by || may(by)),
    }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <Page title={t`Settings`}>
      <div className={styles.sections}>
        {offered.map(({ title, entries }) => (
          <Card key={title} flush title={title} className={styles.card}>
            <EntryList label={title} entries={entries} />
          </Card>
        ))}
      </div>
      <div className={styles.install}>
        <KeyboardCard />
        <InstallCard />
      </div>
    </Page>
  )
}

/** What every admin sets for themselves. */
function usePersonal(): Section {
  const { t } = useLingui()
  const password: Offer = {
    to: '/admin/settings/password',
    icon: <PasswordRegular fontSize={24} />,
    name: t`Change password`,
    about: t`Your password for this console`,
  }
  const notifications: Offer = {
    by: 'getPushKey',
    to: '/admin/settings/notifications',
    icon: <Alert24Regular />,
    name: t`Notifications`,
    about: t`Push notifications on this device`,
  }
  const security: Offer = {
    by: 'getFactors',
    to: '/admin/settings/security',
    icon: <ShieldKeyhole24Regular />,
    name: t`Login security`,
    about: t`Two-step login, passkeys, where you are logged in`,
  }
  return { title: t`Personal`, entries: [notifications, password, security] }
}

const useStyles = makeStyles({
  // Two columns that fill one after the other: cards of one height each would leave holes.
  sections: {
    width: '100%',
    maxWidth: '640px',
    marginInline: 'auto',
    columnGap: '16px',
    [DESKTOP]: { maxWidth: 'none', columnCount: 2 },
  },
  card: {
    breakInside: 'avoid',
    marginBlockEnd: '16px',
  },
  install: {
    width: '100%',
    maxWidth: '640px',
    marginInline: 'auto',
    ':empty': { display: 'none' },
    [DESKTOP]: { maxWidth: 'none' },
  },
})
