import { makeStyles, tokens } from '@fluentui/react-components'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = Pick<LinkProps, 'to' | 'params'> & { children: ReactNode }

/** The way from a card to the screen that shows all of it. */
export function MoreLink({ to, params, children }: Props) {
  const styles = useStyles()
  return (
    <Link to={to} params={params} className={styles.link}>
      {children}
    </Link>
  )
}

const useStyles = makeStyles({
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '32px',
    '@media (pointer: coarse)': { minHeight: '44px', minWidth: '44px', justifyContent: 'flex-end' },
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
})
