import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { FrontBar } from './FrontBar.tsx'
import { FrontPlan, type PlanTexts } from './FrontPlan.tsx'
import { FrontQuestions } from './FrontQuestions.tsx'
import { FrontState } from './FrontState.tsx'
import { FrontSteps } from './FrontSteps.tsx'

type Props = {
  front: Schema<'FrontPage'>
  title: string
  texts: PlanTexts
  /** The log-in itself, where there is room for it beside the offer. */
  login: ReactNode
}

/** The landing page: the offer, its prices, and the log-in. */
export function FrontPage({ front, title, texts, login }: Props) {
  const styles = useStyles()
  const ways = useRef<HTMLDivElement>(null)
  const { line, plans, trial, signUp, service, help } = front
  const terms = trial ? texts.terms(trial) : ''
  const tryIt = signUp !== 'closed' && (
    <Link to="/home/signup" className={styles.primary}>
      {trial ? <Trans>Try it for free</Trans> : <Trans>Sign up</Trans>}
    </Link>
  )
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <div className={styles.lead}>
          <h1 className={styles.line}>{line || title}</h1>
          <div ref={ways} className={styles.ways}>
            {tryIt}
            <Link to="/home/login" className={mergeClasses(styles.secondary, styles.phone)}>
              <Trans>Log in</Trans>
            </Link>
          </div>
          {trial && (
            <p className={styles.quiet}>
              <Trans>Free trial: {terms}. An email address is enough.</Trans>
            </p>
          )}
          {service && <FrontState />}
        </div>
        {login && <Card>{login}</Card>}
      </div>
      {plans.length > 0 && (
        <section>
          <h2 className={styles.heading}>
            <Trans>Plans</Trans>
          </h2>
          <ul className={styles.plans}>
            {plans.map((plan) => (
              <FrontPlan key={plan.id} plan={plan} texts={texts} />
            ))}
          </ul>
        </section>
      )}
      <div className={styles.below}>
        {signUp !== 'closed' && <FrontSteps />}
        {help && <FrontQuestions />}
      </div>
      {tryIt && <FrontBar of={ways}>{tryIt}</FrontBar>}
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
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: '32px',
    // The bar covers the end of the page.
    paddingBlockEnd: '72px',
    overflowWrap: 'anywhere',
  },
  top: {
    display: 'grid',
    gap: '32px',
    alignItems: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
    [DESKTOP]: { gridTemplateColumns: 'minmax(0, 1fr) 400px' },
  },
  lead: { display: 'flex', flexDirection: 'column', gap: '16px' },
  phone: { [DESKTOP]: { display: 'none' } },
  line: { ...typographyStyles.title2, margin: 0, textWrap: 'balance' },
  heading: { ...typographyStyles.subtitle1, margin: '0 0 8px' },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
  ways: { display: 'flex', flexWrap: 'wrap', gap: '8px', [DESKTOP]: { maxWidth: '400px' } },
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
  below: {
    display: 'grid',
    gap: '8px',
    alignItems: 'start',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
  },
  plans: {
    display: 'grid',
    gap: '8px',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
})
