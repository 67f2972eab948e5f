import { Button, makeStyles, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { overlap, tunnelNet } from '#rules/tunnelNet.ts'
import { Copyable } from '#ui/Copyable.tsx'
import { Lamp } from '#ui/Lamp.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Problem } from '#ui/Problem.tsx'
import { BACKENDS, TUNNEL_STATES, type TunnelAnswer } from './tunnelStates.ts'

type Props = {
  answer: TunnelAnswer
  /** The network that was asked about. */
  net: string
  /** It is being asked again. */
  pending: boolean
  onAgain: () => void
  /** Takes what is free instead; left out where nothing can be chosen. */
  onTake?: (free: Partial<TunnelAnswer['suggestion']>) => void
}

/** Whether a machine can carry WireGuard, with what to do where it cannot. */
export function TunnelCheckNote({ answer, net, pending, onAgain, onTake }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { state, backend, suggestion } = answer
  const known: { what: MessageDescriptor; remedy?: MessageDescriptor; command?: string } =
    TUNNEL_STATES[state]
  if (state === 'ready') {
    const how = backend && t(BACKENDS[backend])
    return (
      <div role="status" className={styles.ready}>
        <Lamp state="green" />
        <div>
          <div>{t(known.what)}</div>
          {how && (
            <div className={styles.quiet}>
              <Trans>Carried by {how}</Trans>
            </div>
          )}
        </div>
      </div>
    )
  }
  return (
    <Problem intent="warning">
      <p className={styles.words}>
        {t(known.what)} {known.remedy && t(known.remedy)}
        {state === 'rangeTaken' && <InTheWay answer={answer} net={net} />}
      </p>
      {known.command && <Copyable text={known.command} label={t`command`} />}
      <div className={styles.actions}>
        {state === 'portTaken' && onTake && (
          <Take onTake={() => onTake({ wgPort: suggestion.wgPort })}>{suggestion.wgPort}</Take>
        )}
        {state === 'rangeTaken' && onTake && (
          <Take onTake={() => onTake({ net: suggestion.net, net6: suggestion.net6 })}>
            {suggestion.net}
          </Take>
        )}
        <Button disabledFocusable={pending} onClick={onAgain}>
          {pending ? <Trans>Asking…</Trans> : <Trans>Check again</Trans>}
        </Button>
        <ManualLink to="wireguard.html#when-the-check-fails" />
      </div>
    </Problem>
  )
}

function Take({ children: free, onTake }: { children: ReactNode; onTake: () => void }) {
  return (
    <Button onClick={onTake}>
      <Trans>Take {free}, which is free</Trans>
    </Button>
  )
}

/** Which network it is, where the machine says so. */
function InTheWay({ answer, net }: Pick<Props, 'answer' | 'net'>) {
  const whole = tunnelNet(net) ?? net
  const found = answer.used.find((one) => one.net !== '0.0.0.0/0' && overlap(one.net, whole))
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
