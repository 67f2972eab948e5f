import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useStatus } from '#device/status.ts'

/** The places of a visitor: home (which goes straight to login), log in, sign up while that is open. Spec 2. */
export function HomeMenu() {
  const styles = useStyles()
  const { t } = useLingui()
  // One or the other: the router adds up classes, and then their order in the sheet decides.
  const looks = {
    activeProps: { className: mergeClasses(styles.link, styles.active), 'aria-current': 'page' },
    inactiveProps: { className: styles.link },
  } as const
  return (
    <nav aria-label={t`Menu`} className={styles.menu}>
      <Link to="/home/index" className={styles.link}>
        <Trans>Home</Trans>
      </Link>
      <Link to="/home/login" {...looks}>
        <Trans>Log in</Trans>
      </Link>
      {useStatus()?.signUp !== 'closed' && (
        <Link to="/home/signup" {...looks}>
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
