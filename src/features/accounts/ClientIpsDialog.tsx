import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { copyText } from '#ui/copy.ts'
import { Copyable } from '#ui/Copyable.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { IpPlace } from './IpPlace.tsx'
import { listAccountIps, listAccountServerIps } from './operations.ts'

type Props = {
  account: Schema<'Account'>
  servers: readonly Schema<'Server'>[]
  onClose: () => void
}

/** From which addresses an account is in use, on all its servers or on one. Spec 2. */
export function ClientIpsDialog({ account, servers, onClose }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { id, port } = account
  const [server, setServer] = useState('all')
  const everywhere = useQuery({ ...listAccountIps(id), enabled: server === 'all' })
  const there = useQuery({ ...listAccountServerIps(Number(server), id), enabled: server !== 'all' })
  const { data, error, isPending } = server === 'all' ? everywhere : there
  const count = data?.ip.length
  return (
    <Sheet title={t`Client IPs of account ${port}`} onClose={onClose}>
      <SelectField
        label={t`Server`}
        value={server}
        choices={[
          { value: 'all', label: t`All servers` },
          ...servers.map((one) => ({ value: String(one.id), label: one.name })),
        ]}
        onChange={setServer}
      />
      <div aria-live="polite" className={styles.list}>
        {isPending && <Spinner label={t`Asking the servers…`} />}
        {error && (
          <Problem>
            {error.status === 403 ? t`The server does not answer.` : i18n._(explainLoad(error))}
          </Problem>
        )}
        {data?.ip.length === 0 && (
          <Empty>
            <Trans>No one is connected right now.</Trans>
          </Empty>
        )}
        {data && data.ip.length > 1 && (
          <span className={styles.everything}>
            <Trans>Addresses: {count}</Trans>
            <CopyAll text={data.ip.join('\n')} />
          </span>
        )}
        {data && data.ip.length > 0 && (
          <ul className={styles.ips}>
            {data.ip.map((ip) => (
              <li key={ip} className={styles.ip}>
                <Copyable text={ip} label={ip} />
                <IpPlace ip={ip} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Sheet>
  )
}

function CopyAll({ text }: { text: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  return (
    <Button
      aria-live="polite"
      onClick={async () => {
        if (await copyText(text)) setCopied(true)
      }}
    >
      {copied ? t`Copied` : t`Copy all`}
    </Button>
  )
}

const useStyles = makeStyles({
  everything: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  list: { minHeight: '120px' },
  ips: { margin: 0, padding: 0, listStyleType: 'none' },
  ip: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '56px',
    justifyContent: 'center',
    paddingBottom: '8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    '& > span:first-child': { justifyContent: 'space-between' },
    ':last-child': { borderBottomColor: 'transparent' },
  },
})
