import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { FrontPlan, type PlanTexts } from './FrontPlan.tsx'

type Props = { front: Schema<'FrontPage'>; title: string; texts: PlanTexts }

/** The landing page: the offer, its prices, and the log-in. */
export function FrontPage({ front, title, texts }: Props) {
  const styles = useStyles()
  const { line, plans, trial, signUp, service, help } = front
  const terms = trial ? texts.terms(trial) : ''
  return (
    <div className={styles.page}>
      <h1 className={styles.line}>{line || title}</h1>
      <div className={styles.ways}>
        {signUp !== 'closed' && (
          <Link to="/home/signup" className={styles.primary}>
            {trial ? <Trans>Try it for free</Trans> : <Trans>Sign up</Trans>}
          </Link>
        )}
        <Link to="/home/login" className={styles.secondary}>
          <Trans>Log in</Trans>
        </Link>
      </div>
      {trial && (
        <p className={styles.quiet}>
          <Trans>Free trial: {terms}. An email address is enough.</Trans>
        </p>
      )}
      {plans.length > 0 && (
        <>
          <h2 className={styles.heading}>
            <Trans>Plans</Trans>
          </h2>
          <ul className={styles.plans}>
            {plans.map((plan) => (
              <FrontPlan key={plan.id} plan={plan} texts={texts} />
            ))}
          </ul>
        </>
      )}
      <div className={styles.links}>
        {service && (
          <Link to="/help/service" className={styles.link}>
            <Trans>Service status</Trans>
          </Link>
        )}
        {help && (
          <Link to="/help" className={styles.link}>
            <Trans>Help</Trans>
          </Link>
        )}
      </div>
    </div>
  )
}

const button = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: '1 1 auto',
  minHeight: '48px',
  padding: '0 20px',
  borderRadius: tokens.borderRadiusXLarge,
  fontWeight: tokens.fontWeightSemibold,
  textDecorationLine: 'none',
  ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
} as const

const useStyles = makeStyles({
  page: { display: 'flex', flexDirection: 'column', gap: '16px', overflowWrap: 'anywhere' },
  line: { ...typographyStyles.title2, margin: 0, textWrap: 'balance' },
  heading: { ...typographyStyles.subtitle1, margin: '8px 0 0' },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
  ways: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  primary: {
    ...button,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': { backgroundColor: tokens.colorBrandBackgroundHover },
  },
  secondary: {
    ...button,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground1,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  plans: {
    display: 'grid',
    gap: '8px',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  links: { display: 'flex', flexWrap: 'wrap', columnGap: '24px' },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
})
