import { Button, makeStyles, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { overlap, parseNet6, tunnelNet } from '#rules/tunnelNet.ts'
import { Copyable } from '#ui/Copyable.tsx'
import { Lamp } from '#ui/Lamp.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Problem } from '#ui/Problem.tsx'
import { BACKENDS, TUNNEL_STATES, type TunnelAnswer } from './tunnelStates.ts'

type Props = {
  answer: TunnelAnswer
  /** The network that was asked about. */
  net: string
  net6?: string | null | undefined
  /** It is being asked again. */
  pending: boolean
  onAgain: () => void
  /** Takes what is free instead; left out where nothing can be chosen. */
  onTake?: (free: Partial<TunnelAnswer['suggestion']>) => void
}

/** Whether a machine can carry WireGuard, with what to do where it cannot. */
export function TunnelCheckNote({ answer, net, net6, pending, onAgain, onTake }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { state, backend, suggestion } = answer
  const known: { what: MessageDescriptor; remedy?: MessageDescriptor; command?: string } =
    TUNNEL_STATES[state]
  if (state === 'ready' || state === 'later') {
    const how = backend && t(BACKENDS[backend])
    return (
      <div role="status" className={styles.ready}>
        <Lamp state={state === 'ready' ? 'green' : 'grey'} />
        <div>
          <div>{t(known.what)}</div>
          {how && (
            <div className={styles.quiet}>
              <Trans>Implementation: {how}</Trans>
            </div>
          )}
        </div>
      </div>
    )
  }
  const isRange = state === 'rangeTaken' || state === 'rangeShared'
  return (
    <Problem intent={state === 'rangeShared' ? 'info' : 'warning'}>
      <p className={styles.words}>
        {t(known.what)} {known.remedy && t(known.remedy)}
        {state === 'portTaken' && answer.holder && <Holder {...answer.holder} />}
        {isRange && <InTheWay answer={answer} net={net} net6={net6} />}
      </p>
      {known.command && <Copyable text={known.command} label={t`command`} />}
      <div className={styles.actions}>
        {state === 'portTaken' && onTake && (
          <Take onTake={() => onTake({ wgPort: suggestion.wgPort })}>{suggestion.wgPort}</Take>
        )}
        {isRange && onTake && (
          <Take onTake={() => onTake({ net: suggestion.net, net6: suggestion.net6 })}>
            {suggestion.net}
          </Take>
        )}
        {state !== 'rangeShared' && (
          <>
            <Button disabledFocusable={pending} onClick={onAgain}>
              {pending ? <Trans>Asking…</Trans> : <Trans>Check again</Trans>}
            </Button>
            <ManualLink to="wireguard.html#when-the-check-fails" />
          </>
        )}
      </div>
    </Problem>
  )
}

function Take({ children: free, onTake }: { children: ReactNode; onTake: () => void }) {
  return (
    <Button onClick={onTake}>
      <Trans>Use {free}, which is free</Trans>
    </Button>
  )
}

/** What has the port, where that is known. */
function Holder({ kind, name }: NonNullable<TunnelAnswer['holder']>) {
  return (
    <>
      {' '}
      {kind === 'server' ? (
        <Trans>It is the server {name}.</Trans>
      ) : kind === 'account' ? (
        <Trans>It is an account on the server {name}.</Trans>
      ) : (
        <Trans>It is the program {name}.</Trans>
      )}
    </>
  )
}

/** Which network it is, where the machine says so. */
function InTheWay({ answer, net, net6 }: Pick<Props, 'answer' | 'net' | 'net6'>) {
  const whole = tunnelNet(net) ?? net
  const whole6 = parseNet6(net6 ?? '')
  const found =
    answer.used.find((one) => one.net !== '0.0.0.0/0' && overlap(one.net, whole)) ??
    answer.used.find((one) => whole6 && parseNet6(one.net.replace(/\/.*/, '/64')) === whole6)
  if (!found) return null
  const { net: other, on } = found
  return (
    <>
      {' '}
      <Trans>
        It is {other} on {on}.
      </Trans>
    </>
  )
}

const useStyles = makeStyles({
  ready: { display: 'flex', alignItems: 'baseline', gap: '8px' },
  quiet: { color: tokens.colorNeutralForeground3 },
  words: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginBlockStart: '8px' },
})
