import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Add20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { formatMac } from '#rules/mac.ts'
import { Card } from '#ui/Card.tsx'
import { Problem } from '#ui/Problem.tsx'
import { DeleteMacDialog } from './DeleteMacDialog.tsx'
import { listUserMacs } from './operations.ts'

const MacSheet = lazy(() => import('./MacSheet.tsx'))

type Device = Schema<'MacAddress'>
type Props = { userId: number; accounts: readonly { id: number; port: number }[] }

/** The devices of a user, which are known by their MAC address. */
export function UserMacsCard({ userId, accounts }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { data: devices, error } = useQuery(listUserMacs(userId))
  const [open, setOpen] = useState<{ what: 'save' | 'delete'; device?: Device }>()
  const mayChange = useMay()('addMacAccount')
  const close = () => setOpen(undefined)
  return (
    <Card
      title={t`MAC addresses`}
      flush
      actions={
        mayChange && (
          <Button
            appearance="subtle"
            icon={<Add20Regular />}
            onClick={() => setOpen({ what: 'save' })}
          >
            <Trans>Add a device</Trans>
          </Button>
        )
      }
    >
      {error && !devices && (
        <div className={styles.inset}>
          <Problem>{i18n._(explainLoad(error))}</Problem>
        </div>
      )}
      {devices?.length === 0 && (
        <p className={styles.empty}>
          <Trans>This user has registered no device.</Trans>
        </p>
      )}
      <ul className={styles.list} aria-label={t`MAC addresses`}>
        {devices?.map((device) => {
          const mac = formatMac(device.mac)
          const port = accounts.find(({ id }) => id === device.accountId)?.port
          return (
            <li key={device.id} className={styles.row}>
              <span className={styles.words}>
                <span className={styles.mac}>{mac}</span>
                <span className={styles.quiet}>
                  {port === undefined ? <Trans>No account</Trans> : <Trans>Account {port}</Trans>}
                </span>
              </span>
              {mayChange && (
                <>
                  <Button
                    appearance="subtle"
                    className={styles.action}
                    icon={<Edit20Regular />}
                    aria-label={t`Change ${mac}`}
                    onClick={() => setOpen({ what: 'save', device })}
                  />
                  <Button
                    appearance="subtle"
                    className={styles.action}
                    icon={<Delete20Regular />}
                    aria-label={t`Remove ${mac}`}
                    onClick={() => setOpen({ what: 'delete', device })}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
      {open?.what === 'save' && (
        <Suspense>
          <MacSheet userId={userId} accounts={accounts} device={open.device} onClose={close} />
        </Suspense>
      )}
      {open?.what === 'delete' && open.device && (
        <DeleteMacDialog device={open.device} onClose={close} />
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  inset: { padding: '0 16px 16px' },
  empty: { margin: 0, padding: '4px 16px 20px', color: tokens.colorNeutralForeground3 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '56px',
    padding: '4px 8px 4px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  mac: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  action: { minWidth: '44px', minHeight: '44px' },
})
