import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { codeOf, endpointOf, tunnelAddress } from './access.ts'

type Props = { account: Schema<'Account'>; server: Schema<'Server'>; onClose: () => void }

/** The file that sets up a WireGuard client, to read, copy or keep. Spec 2 and 9. */
export function WireGuardDialog({ account, server, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { name } = server
  const config = codeOf(account, server)
  const address = tunnelAddress(account, server)
  const { host, port } = endpointOf(account, server)
  const keep = (text: string) => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    // Clients take the file's name as the tunnel's, which has 15 letters at most.
    link.download = `${name.replaceAll(/[^\w-]/g, '').slice(0, 9) || 'wg'}-${account.port}.conf`
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Sheet wide title={t`WireGuard on ${name}`} onClose={onClose}>
      <Facts>
        <Fact name={t`Endpoint`}>
          <Copyable text={`${host}:${port}`} label={t`endpoint`} />
        </Fact>
        {address && (
          <Fact name={t`Address in the tunnel`}>
            <Copyable text={address} label={t`address`} />
          </Fact>
        )}
        {account.publicKey && (
          <Fact name={t`Public key`}>
            <Copyable text={account.publicKey} label={t`public key`} />
          </Fact>
        )}
      </Facts>
      {config ? (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must be able to scroll it */}
          <pre className={styles.config} tabIndex={0} aria-label={t`Configuration`}>
            {config}
          </pre>
          <div className={styles.deeds}>
            <Button icon={<ArrowDownload20Regular />} onClick={() => keep(config)}>
              <Trans>Save as file</Trans>
            </Button>
            <Copyable text={config} label={t`configuration`} shown="" />
          </div>
        </>
      ) : (
        <Problem intent="info">
          {address ? (
            <Trans>
              The keys for WireGuard are not made yet. They are made when the server opens the
              account.
            </Trans>
          ) : (
            <Trans>WireGuard has no address for this port. Ports up to 65023 have one.</Trans>
          )}
        </Problem>
      )}
    </Sheet>
  )
}

const useStyles = makeStyles({
  config: {
    margin: 0,
    padding: '12px',
    overflowX: 'auto',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  deeds: { display: 'flex', alignItems: 'center', gap: '8px' },
})
