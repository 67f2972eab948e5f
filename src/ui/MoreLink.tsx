import { makeStyles, tokens } from '@fluentui/react-components'
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'

type Props = { to: LinkProps['to']; label: string; children: string }

/** The way from a card to the screen that shows all of it. */
export function MoreLink({ to, label, children }: Props) {
  const styles = useStyles()
  return (
    <Link to={to} className={styles.link} aria-label={label}>
      {children}
    </Link>
  )
}

const useStyles = makeStyles({
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '32px',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
})
