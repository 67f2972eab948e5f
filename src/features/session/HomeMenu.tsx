import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useStatus } from '#device/status.ts'

/** The places of a visitor: home (which goes straight to login), log in, sign up while that is open. Spec 2. */
export function HomeMenu() {
  const styles = useStyles()
  const { t } = useLingui()
  const active = { className: `${styles.link} ${styles.active}`, 'aria-current': 'page' } as const
  return (
    <nav aria-label={t`Menu`} className={styles.menu}>
      <Link to="/home/index" className={styles.link}>
        <Trans>Home</Trans>
      </Link>
      <Link to="/home/login" className={styles.link} activeProps={active}>
        <Trans>Log in</Trans>
      </Link>
      {useStatus()?.signUp !== 'closed' && (
        <Link to="/home/signup" className={styles.link} activeProps={active}>
          <Trans>Sign up</Trans>
        </Link>
      )}
    </nav>
  )
}

const useStyles = makeStyles({
  menu: { display: 'flex', gap: '4px' },
  link: {
    minHeight: '44px',
    display: 'inline-flex',
    alignItems: 'center',
    padding: '0 12px',
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  active: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
})
