import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import {
  ChevronRight20Regular,
  Alert24Regular,
  ClipboardTaskListLtr24Regular,
  TaskListSquareLtr24Regular,
  GiftCard24Regular,
  Key24Regular,
  Mail24Regular,
  Megaphone24Regular,
  PaintBrush24Regular,
  PasswordRegular,
  Payment24Regular,
  PeopleTeam24Regular,
  Send24Regular,
  ShieldKeyhole24Regular,
  ShareAndroid24Regular,
  Tag24Regular,
} from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useStatus } from '#device/status.ts'
import { InstallCard } from '#features/app/InstallCard.tsx'
import { Card } from '#ui/Card.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/settings/')({ component: SettingsScreen })

function SettingsScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { isMain } = Route.useRouteContext()
  const { giftcard } = useStatus() ?? {}
  const password = {
    to: '/admin/settings/password',
    icon: <PasswordRegular fontSize={24} />,
    name: t`Change password`,
    about: t`Your own, for this console`,
  } as const
  const notifications = {
    to: '/admin/settings/notifications',
    icon: <Alert24Regular />,
    name: t`Notifications`,
    about: t`What this device tells you at once`,
  } as const
  const security = {
    to: '/admin/settings/security',
    icon: <ShieldKeyhole24Regular />,
    name: t`Two-step login`,
    about: t`Authenticator app, passkeys, recovery codes`,
  } as const
  // What each role sees. Spec 2.
  const entries = isMain
    ? ([
        {
          to: '/admin/settings/base',
          icon: <PaintBrush24Regular />,
          name: t`Base settings`,
          about: t`Name, colours, language, service worker`,
        },
        {
          to: '/admin/settings/account',
          icon: <Key24Regular />,
          name: t`Account settings`,
          about: t`Sign-up, ports, what users see`,
        },
        {
          to: '/admin/notice',
          icon: <Megaphone24Regular />,
          name: t`Announcements`,
          about: t`What users read first`,
        },
        {
          to: '/admin/settings/group',
          icon: <PeopleTeam24Regular />,
          name: t`Groups`,
          about: t`Who may buy and see what`,
        },
        {
          to: '/admin/settings/order',
          icon: <Tag24Regular />,
          name: t`Plans`,
          about: t`What is for sale, and its prices`,
        },
        {
          to: '/admin/settings/paymentList',
          icon: <Payment24Regular />,
          name: t`Ways of paying`,
          about: t`Alipay, PayPal, and whether they work`,
        },
        {
          to: '/admin/settings/mail',
          icon: <Mail24Regular />,
          name: t`Mail`,
          about: t`Server, texts, what was sent`,
        },
        {
          to: '/admin/settings/ref',
          icon: <ShareAndroid24Regular />,
          name: t`Referral codes`,
          about: t`How users invite others`,
        },
        ...(giftcard
          ? ([
              {
                to: '/admin/settings/giftcard',
                icon: <GiftCard24Regular />,
                name: t`Recharge codes`,
                about: t`Batches to sell or give away`,
              },
            ] as const)
          : []),
        {
          to: '/admin/settings/telegram',
          icon: <Send24Regular />,
          name: t`Telegram`,
          about: t`The bot, and messages about your site`,
        },
        {
          to: '/admin/job',
          icon: <TaskListSquareLtr24Regular />,
          name: t`Work on many`,
          about: t`What was done to many at once, and undo`,
        },
        {
          to: '/admin/settings/audit',
          icon: <ClipboardTaskListLtr24Regular />,
          name: t`Audit log`,
          about: t`Who changed what, and when`,
        },
        notifications,
        password,
        security,
      ] as const)
    : ([
        {
          to: '/admin/settings/myRefCode',
          icon: <ShareAndroid24Regular />,
          name: t`Referral codes`,
          about: t`Yours, and who used them`,
        },
        notifications,
        password,
        security,
      ] as const)

  return (
    <Page title={t`Settings`}>
      <Card flush className={styles.card}>
        <ul className={styles.list} aria-label={t`Settings`}>
          {entries.map(({ to, icon, name, about }) => (
            <li key={to} className={styles.item}>
              <Link to={to} className={styles.row}>
                <span className={styles.icon}>{icon}</span>
                <span className={styles.words}>
                  <span>{name}</span>
                  <span className={styles.about}>{about}</span>
                </span>
                <ChevronRight20Regular className={styles.icon} />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <div className={styles.card}>
        <InstallCard />
      </div>
    </Page>
  )
}

const useStyles = makeStyles({
  card: { width: '100%', maxWidth: '640px', marginInline: 'auto' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    minHeight: '64px',
    padding: '8px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  icon: { flexShrink: 0, display: 'grid', color: tokens.colorNeutralForeground2 },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  about: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
})
