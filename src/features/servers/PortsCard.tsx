import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schema } from '#contract'
import { listServerFlowByUser } from '#features/flow/operations.ts'
import { hasOwnPort } from '#rules/ports.ts'
import { startOfWeek } from '#rules/calendar.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { deviceZone, useNow } from '#ui/now.ts'
import { TextField } from '#ui/TextField.tsx'

const PAGE_SIZE = 20

/** The open ports of a server: whose each is, and what it carried this week. Spec 2. */
export function PortsCard({ server }: { server: Schema<'Server'> }) {
  const styles = useStyles()
  const { t } = useLingui()
  const tz = deviceZone()
  const week = { type: 'week', time: startOfWeek(useNow(), tz), tz } as const
  const { data: flows = [] } = useQuery(listServerFlowByUser(server.id, week))
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(PAGE_SIZE)
  const uses = new Map(flows.map((use) => [use.port, use]))
  const all = (server.ports ?? [])
    .map(({ port }) => ({ port, ...uses.get(port) }))
    .toSorted((a, b) => a.port - b.port)
  const wanted = search.trim().toLowerCase()
  const found = all.filter(
    ({ port, userName }) =>
      String(port).includes(wanted) || userName?.toLowerCase().includes(wanted),
  )
  const count = found.length

  return (
    <Card title={t`Open ports`}>
      {all.length === 0 ? (
        <p className={styles.quiet}>
          <Trans>
            No port is open. Ports open automatically for accounts that may use this server.
          </Trans>
        </p>
      ) : (
        <>
          <TextField
            label={t`Search by port or user`}
            type="search"
            value={search}
            onChange={setSearch}
          />
          <p role="status" className={styles.quiet}>
            {t`${plural(count, { one: '# port', other: '# ports' })}`}
          </p>
          <ul className={styles.list} aria-label={t`Open ports`}>
            {found.slice(0, shown).map(({ port, accountId, userName, flow = 0 }) => (
              <li key={port} className={styles.row}>
                <span className={styles.port}>{port}</span>
                <span className={styles.user}>
                  {accountId ? (
                    <Link
                      to="/admin/account/$accountId"
                      params={{ accountId }}
                      className={styles.link}
                    >
                      {userName ?? <Trans>Account without owner</Trans>}
                    </Link>
                  ) : (
                    <Link
                      to="/admin/account"
                      search={{ search: String(hasOwnPort({ port }) ? port - server.shift : port) }}
                      className={styles.link}
                    >
                      <Trans>Not used this week</Trans>
                    </Link>
                  )}
                </span>
                <Amount bytes={flow} />
              </li>
            ))}
          </ul>
          {count > shown && (
            <Button onClick={() => setShown(shown + 4 * PAGE_SIZE)}>
              <Trans>Show more</Trans>
            </Button>
          )}
        </>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '12px',
    minHeight: '44px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  port: { fontFamily: tokens.fontFamilyMonospace, textAlign: 'right' },
  user: { minWidth: 0 },
  link: {
    display: 'block',
    lineHeight: '44px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorBrandForegroundLink,
  },
  quiet: { color: tokens.colorNeutralForeground3 },
})
