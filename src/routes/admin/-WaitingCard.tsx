import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { MoreLink } from '#ui/MoreLink.tsx'
import { Problem } from '#ui/Problem.tsx'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { stateColours } from '#ui/theme.ts'
import { useWaiting } from './-useWaiting.ts'

const MailEndingDialog = lazy(() => import('#features/mails/MailEndingDialog.tsx'))

/** As many as there are kinds, so that none hides another; more would push the other cards away. */
const SHOWN_LIMIT = 7

/** The most pressing of what waits for the admin, and the way to all of it; nothing when all is done. */
export function WaitingCard() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { rows, error } = useWaiting()
  const [mailing, setMailing] = useState<number>()
  const failed = error && <Problem>{i18n._(explainLoad(error))}</Problem>
  if (rows.length === 0) return failed
  return (
    <>
      {failed}
      <RecentCard
        title={t`Needs attention`}
        link={
          <MoreLink to="/admin/unfinished">
            <Trans>Show all</Trans>
          </MoreLink>
        }
        items={rows.slice(0, SHOWN_LIMIT)}
        empty=""
        keyOf={({ key }) => key}
      >
        {({ to, search, words, why, action, isUrgent, mails, count }) => {
          const row = (
            <Link to={to} search={search}>
              <RecentLine
                main={
                  <>
                    <span
                      className={styles.dot}
                      style={{ backgroundColor: isUrgent ? stateColours.red : stateColours.amber }}
                    />
                    {words}
                  </>
                }
                second={why}
                figure={mails ? undefined : <span className={styles.action}>{action}</span>}
              />
            </Link>
          )
          if (!mails) return row
          return (
            <div className={styles.split}>
              {row}
              <Button className={styles.mail} onClick={() => setMailing(count)}>
                {action}
              </Button>
            </div>
          )
        }}
      </RecentCard>
      {mailing !== undefined && (
        <Suspense>
          <MailEndingDialog count={mailing} onClose={() => setMailing(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const useStyles = makeStyles({
  dot: {
    display: 'inline-block',
    width: '8px',
    height: '8px',
    marginInlineEnd: '8px',
    borderRadius: tokens.borderRadiusCircular,
  },
  // The row leads there, and its button does it.
  split: {
    display: 'flex',
    alignItems: 'center',
    paddingInlineEnd: '16px',
    '& > a': { flexGrow: 1, minWidth: 0, color: 'inherit', textDecorationLine: 'none' },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  mail: { flexShrink: 0, whiteSpace: 'nowrap' },
  // The whole row is the link; this says what it is for.
  action: {
    ...typographyStyles.body1Strong,
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '32px',
    padding: '0 12px',
    boxSizing: 'border-box',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
})
