import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { Schema } from '#contract'
import { explain } from '#api/refusals.ts'
import { swapServerName, unblockServerName } from '#features/serverNames/operations.ts'
import { shownNames } from '#rules/serverNames.ts'
import { Card } from '#ui/Card.tsx'
import { Lamp } from '#ui/Lamp.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { UndoToast } from '#ui/UndoToast.tsx'
import { LIGHT_WORDS } from './causes.ts'
import { Followers } from './Followers.tsx'
import { swapServerNameRefusals, unblockServerNameRefusals } from './addressMessages.ts'
import { listServerLights } from './operations.ts'

/**
 * The addresses of a server in the order in which apps try them; one that is blocked is replaced by the
 * next in one step.
 */
export default function NamesCard({ server }: { server: Schema<'Server'> }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { data: fleet } = useQuery(listServerLights())
  const swap = useMutation(swapServerName)
  const back = useMutation(unblockServerName)
  const [swapped, setSwapped] = useState<string | null>(null)
  const closeToast = useCallback(() => setSwapped(null), [])
  const { id: serverId, host, spares = [], blocked = [], swapTime = null } = server
  const lights = fleet?.find((one) => one.serverId === serverId)?.names ?? []
  const shown = shownNames(host)
  const isBusy = swap.isPending || back.isPending
  const unblock = (name: string) =>
    back.mutate({ serverId, name }, { onSuccess: () => setSwapped(null) })

  return (
    <Card title={t`Addresses`}>
      <ol className={styles.list}>
        {[...shown, ...spares].map((name) => (
          <Name key={name} name={name} light={lights.find((one) => one.name === name)}>
            {shown.includes(name) && spares.length > 0 && (
              <Button
                disabledFocusable={isBusy}
                onClick={() =>
                  swap.mutate({ serverId, name }, { onSuccess: () => setSwapped(name) })
                }
              >
                <Trans>This address is blocked: use the next</Trans>
              </Button>
            )}
          </Name>
        ))}
      </ol>
      {swap.error && <Problem>{i18n._(explain(swap.error, swapServerNameRefusals))}</Problem>}
      {back.error && <Problem>{i18n._(explain(back.error, unblockServerNameRefusals))}</Problem>}
      {swapTime !== null && <Followers serverId={serverId} />}
      {blocked.length > 0 && <Blocked names={blocked} isBusy={isBusy} onUse={unblock} />}
      {swapped !== null && (
        <UndoToast
          stays={isBusy}
          onUndo={isBusy ? undefined : () => unblock(swapped)}
          onClose={closeToast}
        >
          <Trans>Customers are no longer given {swapped}.</Trans>
        </UndoToast>
      )}
    </Card>
  )
}

type NameLight = NonNullable<Schema<'ServerLights'>['names']>[number]

/** One address, with how it answers and what can be done about it. */
function Name({
  name,
  light,
  children,
}: {
  name: string
  light: NameLight | undefined
  children: ReactNode
}) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <li className={styles.name}>
      <span className={styles.line}>
        {light && <Lamp state={light.state} />}
        <span className={styles.code}>{name}</span>
        <span className={styles.quiet}>{light && t(LIGHT_WORDS.handshake[light.state])}</span>
      </span>
      {children}
    </li>
  )
}

type BlockedProps = {
  names: NonNullable<Schema<'Server'>['blocked']>
  isBusy: boolean
  onUse: (name: string) => void
}

/** The addresses that are blocked, each of which can be used again. */
function Blocked({ names, isBusy, onUse }: BlockedProps) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <ul className={styles.list} aria-label={t`Blocked addresses`}>
      {names.map(({ name, time }) => (
        <li key={name} className={styles.name}>
          <span className={styles.line}>
            <s className={styles.code}>{name}</s>
            <span className={styles.quiet}>
              <Trans>blocked</Trans> <Moment time={time} relative />
            </span>
          </span>
          <Button
            appearance="subtle"
            disabledFocusable={isBusy}
            aria-label={t`Use ${name} again`}
            onClick={() => onUse(name)}
          >
            <Trans>Use again</Trans>
          </Button>
        </li>
      ))}
    </ul>
  )
}

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  name: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '8px',
    minWidth: 0,
  },
  code: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})
