import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { listText } from '#rules/formats.ts'
import { hasOwnPort, parseAccountPort } from '#rules/ports.ts'
import { Copyable } from '#ui/Copyable.tsx'
import { IpPlace } from './IpPlace.tsx'
import { getAccountByPort } from './operations.ts'

type Props = {
  search: string
  /** The servers whose shifts are subtracted from a port; undefined while loading. */
  servers?: readonly Schema<'Server'>[]
}

const IP =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[\da-f:]*:[\da-f:]*:)[\da-f:]{2,39}(?:\d{1,3}(?:\.\d{1,3}){3})?)$/i
/** Servers share a few shifts; a wrong guess must not become a hundred calls. */
const MAX_SHIFTS = 12

/** Whether a search is an address to be placed. */
export function isAddress(search: string): boolean {
  // A MAC address has colons as well, always five and two digits between them.
  return IP.test(search) && !/^[\da-f]{2}(?::[\da-f]{2}){5}$/i.test(search)
}

/** The meaning of a search for a port, also as customers see it, or for an IP address. */
export default function LookUp({ search, servers = [] }: Props) {
  const styles = useStyles()
  const port = /^\d+$/.test(search) ? parseAccountPort(search) : undefined
  if (port !== undefined) return <PortOwners port={port} servers={servers} />
  if (!isAddress(search)) return null
  return (
    <div role="status" className={styles.found}>
      <Copyable text={search} label={search} />
      <IpPlace ip={search} />
    </div>
  )
}

/** From the base port to the one on a server, and to the one clients connect to. */
const shiftsOf = ({ shift, publicShift = 0 }: Schema<'Server'>) => [shift, shift + publicShift]

function PortOwners({ port, servers }: { port: number; servers: readonly Schema<'Server'>[] }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const shifts = [...new Set([0, ...servers.flatMap(shiftsOf)])]
  // The number of an account without a port is the same everywhere.
  const candidates = hasOwnPort({ port })
    ? shifts.filter((shift) => hasOwnPort({ port: port - shift })).slice(0, MAX_SHIFTS)
    : [0]
  const answers = useQueries({ queries: candidates.map((shift) => getAccountByPort(port - shift)) })
  const found = candidates.flatMap((shift, at) => {
    const account = answers[at]?.data
    return account ? [{ shift, account }] : []
  })
  if (found.length === 0) return null
  return (
    <ul role="status" className={styles.found} aria-label={t`Who holds port ${port}`}>
      {found.map(({ shift, account }) => {
        const base = account.port
        const names = servers.filter((one) => shiftsOf(one).includes(shift)).map(({ name }) => name)
        const where = listText(names.slice(0, 3), i18n.locale)
        return (
          <li key={shift}>
            <Link
              to="/admin/account/$accountId"
              params={{ accountId: account.id }}
              className={styles.link}
            >
              {!hasOwnPort({ port }) ? (
                <Trans>Account {port}</Trans>
              ) : shift === 0 ? (
                <Trans>
                  Account {base} holds port {port}
                </Trans>
              ) : (
                <Trans>
                  Account {base} is on port {port} of {where}
                </Trans>
              )}
              {account.user && ` · ${account.user}`}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

const useStyles = makeStyles({
  found: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '16px',
    margin: 0,
    padding: '4px 12px',
    listStyleType: 'none',
    overflowWrap: 'anywhere',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    color: tokens.colorBrandForegroundLink,
  },
})
