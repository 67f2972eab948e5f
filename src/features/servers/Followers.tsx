import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listNameFollowers } from '#features/serverNames/operations.ts'
import { numberFormat } from '#rules/formats.ts'
import { Moment } from '#ui/Moment.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'

/** Who has fetched the subscription since an address of a server was replaced, and who has not. */
export function Followers({ serverId }: { serverId: number }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(listNameFollowers(serverId))
  if (!data?.since) return null
  const { since, total, fetched, waiting } = data
  const number = numberFormat(i18n.locale, {})
  const [some, all] = [number.format(fetched), number.format(total)]
  const more = total - fetched - waiting.length
  const others = number.format(more)
  return (
    <div className={styles.followers}>
      <p className={styles.text} role="status">
        <Trans>
          {some} of {all} accounts have fetched their subscription since the address was replaced
        </Trans>{' '}
        <Moment time={since} relative />
      </p>
      {waiting.length > 0 && (
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Trans>Who has not</Trans>
        </Button>
      )}
      {isOpen && (
        <>
          <ul className={styles.list}>
            {waiting.map(({ id, port, username, fetchTime }) => (
              <li key={id} className={styles.line}>
                <MoreLink to="/admin/account/$accountId" params={{ accountId: id }}>
                  {username ?? t`Account ${port}`}
                </MoreLink>
                <span className={styles.quiet}>
                  {fetchTime === null ? (
                    <Trans>no subscription fetched: needs the new address from you</Trans>
                  ) : (
                    <>
                      <Trans>last fetched</Trans> <Moment time={fetchTime} relative />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {more > 0 && (
            <p className={styles.quiet}>
              <Trans>and {others} more</Trans>
            </p>
          )}
        </>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  followers: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  text: { margin: 0 },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '8px' },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})
