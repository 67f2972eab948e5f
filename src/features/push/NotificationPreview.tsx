import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useStatus } from '#device/status.ts'
import { MAIN_CURRENCY } from '#rules/providers/registry.ts'
import type { Role } from './kinds.ts'
import { currencyStyle } from '#rules/money.ts'

/** What a notification looks like, before anybody agrees to any. */
export function NotificationPreview({ role }: { role: Role }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { title: site = 'Sluice' } = useStatus() ?? {}
  const style = currencyStyle(MAIN_CURRENCY, i18n.locale)
  const amount = new Intl.NumberFormat(i18n.locale, style).format(20)
  const [title, body] =
    role === 'user'
      ? [t`Your account expires soon`, t`Renew it to stay connected.`]
      : [t`Payment received: ${amount}`, 'ann@example.com']
  return (
    <figure className={styles.figure}>
      <div className={styles.note}>
        <img src="/icon.svg" alt="" width={40} height={40} />
        <div className={styles.words}>
          <strong>{title}</strong>
          <span>{body}</span>
          <Caption1 className={styles.quiet}>{site}</Caption1>
        </div>
      </div>
      <figcaption className={styles.quiet}>
        <Caption1>{t`Preview`}</Caption1>
      </figcaption>
    </figure>
  )
}

const useStyles = makeStyles({
  figure: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0 },
  note: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    boxShadow: tokens.shadow4,
    maxWidth: '400px',
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
})
