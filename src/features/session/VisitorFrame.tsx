import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { LocalLanguage24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useBrand } from '#device/brand.ts'
import { readEnded, readWanted } from '#device/returnAddress.ts'
import { knownStatus, useStatus } from '#device/status.ts'
import { isLanguage } from '#locales/activate.ts'
import { languageNames } from '#locales/languageNames.ts'
import { isInApp } from '#rules/browsers.ts'
import { SiteName } from '#ui/SiteName.tsx'
import { HomeMenu } from './HomeMenu.tsx'
import { fetchStatus } from './visit.ts'

const StartUpFailed = lazy(() => import('./StartUpFailed.tsx'))
const LanguageDialog = lazy(() => import('./LanguageDialog.tsx'))
const InAppNote = lazy(() => import('#ui/InAppNote.tsx'))

// A logged-in person who follows one of these links is asked to log out first. Spec 2.
const LINKS = /^\/home\/((password\/reset|login|setup)\/.+|ref(\/|$))/

/** The screen that comes as markup. */
const DRAWN = '/home/login'

/** This page, or the one that was wanted before the login. */
const linkHere = () => new URL(readEnded() ?? readWanted() ?? location.href, location.origin).href

type Props = {
  /** What is sold here, in short; shown where the operator shows it to visitors. */
  offer?: ReactNode
  children: ReactNode
}

/** The area of visitors: the site's name, the form, the language. */
export function VisitorFrame({ offer, children }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const status = useStatus()
  const brand = useBrand()
  const [failure, setFailure] = useState<unknown>(null)
  const [choosing, setChoosing] = useState(false)
  const isOffer = pathname === '/home/plans'
  const isLink = LINKS.test(pathname)
  const language = isLanguage(i18n.locale) ? languageNames[i18n.locale] : ''

  const { title = 'Sluice' } = status ?? {}
  const form = { [DRAWN]: t`Log in`, '/home/signup': t`Sign up` }[pathname]
  useEffect(() => {
    document.title = form ? `${form} – ${title}` : title
  }, [form, title])

  useEffect(() => {
    fetchStatus().catch((error: unknown) => {
      // The stored site settings alone open no area, and a link for visitors needs the status
      // the server has now. Spec 1 and 2.
      if (isLink || !knownStatus()?.status.status) setFailure(error)
    })
  }, [isLink])
  useEffect(() => {
    if (isLink || !status?.status) return
    void navigate({ to: status.status === 'admin' ? '/admin/index' : '/user/index', replace: true })
  }, [isLink, status?.status, navigate])

  const note = isInApp(globalThis.navigator?.userAgent ?? '') && (
    <Suspense>
      <div className={styles.note}>
        <InAppNote link={linkHere()} />
      </div>
    </Suspense>
  )
  if (failure)
    return (
      <Suspense>
        <StartUpFailed error={failure} />
      </Suspense>
    )
  return (
    <div className={styles.screen}>
      <header className={styles.top}>
        <HomeMenu />
        <Button
          appearance="subtle"
          icon={<LocalLanguage24Regular />}
          aria-label={`${t`Language`}: ${language}`}
          className={styles.language}
          onClick={() => setChoosing(true)}
        >
          <span className={styles.languageName}>{language}</span>
        </Button>
      </header>
      <main className={styles.main}>
        <div className={styles.brand}>
          <SiteName brand={brand} size={56}>
            <span className={styles.site}>{title}</span>
          </SiteName>
        </div>
        {/* Below the login, which was drawn without it and is being typed into. */}
        {pathname !== DRAWN && note}
        <div className={mergeClasses(styles.card, isOffer && styles.wide)}>{children}</div>
        {pathname === DRAWN && note}
        {status?.front && !isOffer && (
          <Link to="/home/plans" className={styles.help}>
            <Trans>Plans and prices</Trans>
          </Link>
        )}
        {status?.help && (
          <Link to="/help" className={styles.help}>
            <Trans>Help</Trans>
          </Link>
        )}
        {status?.front && !isOffer && offer}
      </main>
      {choosing && (
        <Suspense>
          <LanguageDialog onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  screen: { minHeight: '100dvh', display: 'flex', flexDirection: 'column' },
  top: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    padding: 'max(8px, env(safe-area-inset-top)) 12px 8px',
  },
  language: {
    minWidth: '44px',
    minHeight: '44px',
    fontWeight: tokens.fontWeightRegular,
    whiteSpace: 'nowrap',
  },
  languageName: { '@media (max-width: 429px)': { display: 'none' } },
  note: { width: '100%', maxWidth: '400px' },
  main: {
    flexGrow: 1,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '24px',
    padding: '5vh 16px 32px',
  },
  brand: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '12px',
    color: tokens.colorNeutralForeground1,
  },
  help: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    padding: '0 12px',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
  site: { fontSize: tokens.fontSizeBase500, fontWeight: tokens.fontWeightSemibold },
  card: {
    width: '100%',
    maxWidth: '400px',
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    padding: '24px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 479px)': {
      border: 'none',
      backgroundColor: 'transparent',
      padding: '8px 4px',
    },
  },
  wide: {
    maxWidth: '1040px',
    padding: '8px 4px',
    border: 'none',
    backgroundColor: 'transparent',
  },
})
