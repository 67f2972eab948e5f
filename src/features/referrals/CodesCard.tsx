import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { QrCode20Regular, ShareAndroid20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { Schema } from '#contract'
import { useStatus } from '#device/status.ts'
import { referralLink } from '#rules/links.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Empty } from '#ui/Empty.tsx'
import { rewardsOf, useInvitation, useRewardText } from './invitation.ts'

const CodeSheet = lazy(() => import('./CodeSheet.tsx'))

type Props = {
  codes: readonly Schema<'RefCode'>[]
  site: string
  /** The plans whose payment rewards the inviter; left out where that is not known. */
  plans?: readonly Pick<Schema<'Plan'>, 'refTime'>[] | undefined
}

/** The codes a person can still give away, each with its link, and what that brings. */
export function CodesCard({ codes, site, plans = [] }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const title = useStatus()?.title ?? ''
  const [shown, setShown] = useState<Schema<'RefCode'>>()
  const rewards = rewardsOf(plans)
  const invitation = useInvitation(rewards)
  const reward = useRewardText(rewards)
  return (
    <Card title={t`Your codes`} flush>
      {reward && <p className={styles.reward}>{reward}</p>}
      {codes.length === 0 && (
        <Empty>
          <Trans>All sign-ups of your codes are used.</Trans>
        </Empty>
      )}
      <ul className={styles.list} aria-label={t`Your codes`}>
        {codes.map((one) => {
          const { code, maxUser, count } = one
          const link = referralLink(site, code)
          return (
            <li key={code} className={styles.row}>
              <div className={styles.words}>
                <Copyable text={code} label={t`code ${code}`} />
                <span className={styles.quiet}>
                  <Trans>
                    Sign-ups used: {count} of {maxUser}
                  </Trans>
                </span>
              </div>
              <Button
                className={styles.action}
                icon={<QrCode20Regular />}
                aria-label={t`Show the link of ${code}`}
                onClick={() => setShown(one)}
              />
              {!('share' in navigator) && (
                <Copyable text={`${invitation}\n${link}`} label={t`link of ${code}`} shown="" />
              )}
              {'share' in navigator && (
                <Button
                  className={styles.action}
                  icon={<ShareAndroid20Regular />}
                  aria-label={t`Share the link of ${code}`}
                  onClick={() => {
                    const shared = navigator.share({ text: invitation, url: link })
                    // Closing the list of apps is not an error.
                    void shared.catch(() => undefined)
                  }}
                />
              )}
            </li>
          )
        })}
      </ul>
      {shown && (
        <Suspense>
          <CodeSheet
            code={shown.code}
            title={title}
            invitation={invitation}
            link={referralLink(site, shown.code)}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '64px',
    padding: '8px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  reward: { margin: 0, padding: '0 16px 12px', color: tokens.colorNeutralForeground2 },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  action: { minWidth: '44px', minHeight: '44px' },
})
