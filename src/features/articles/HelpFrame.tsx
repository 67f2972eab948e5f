import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBrand } from '#device/brand.ts'
import { useStatus } from '#device/status.ts'
import { SiteName } from '#ui/SiteName.tsx'

/** Articles for everybody, without the menu of an area. */
export function HelpFrame({ children }: { children: ReactNode }) {
  const styles = useStyles()
  const brand = useBrand()
  const { status } = useStatus() ?? {}
  return (
    <div className={styles.area}>
      <nav className={styles.top}>
        <Link to="/help" className={styles.site}>
          <SiteName brand={brand} size={24}>
            {brand.name}
          </SiteName>
        </Link>
        <Link to={status ? '/' : '/home/login'} className={styles.link}>
          {status ? <Trans>Open the console</Trans> : <Trans>Log in</Trans>}
        </Link>
      </nav>
      <main>{children}</main>
    </div>
  )
}

const useStyles = makeStyles({
  area: {
    minHeight: '100dvh',
    maxWidth: '840px',
    marginInline: 'auto',
    paddingBottom: 'env(safe-area-inset-bottom)',
  },
  top: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    minHeight: '48px',
    padding: 'max(4px, env(safe-area-inset-top)) 16px 4px',
  },
  site: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '44px',
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    textDecorationLine: 'none',
  },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
})
