import { Button, ProgressBar, Text } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { explain } from '#api/refusals.ts'
import type { Answer, Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { cancelUpgradeRefusals } from './messages.ts'
import { cancelUpgrade } from './operations.ts'

type Props = {
  upgrade: Answer<'getUpgrade'>
  /** Whether the console did not answer just now. */
  isAway: boolean
}

/** What is planned or goes on, and what came of it; the server knows it, whatever this page does. */
export function UpgradeState({ upgrade, isAway }: Props) {
  const { asked, plan, progress, problem } = upgrade
  if (progress?.isRunning) return <Running progress={progress} isAway={isAway} />
  if (asked) return <Asked asked={asked} isAway={isAway} />
  return (
    <>
      {plan && <Planned {...plan} />}
      {problem !== null && <Problem>{problem}</Problem>}
      {progress && problem === null && <Outcome progress={progress} />}
    </>
  )
}

function Planned({ version, time }: Schema<'UpgradePlan'>) {
  return (
    <Waiting>
      <Trans>
        {version} is put in place at <Moment time={time} />. Nobody has to be here.
      </Trans>
    </Waiting>
  )
}

function Asked({ asked, isAway }: { asked: Schema<'UpgradeAsked'>; isAway: boolean }) {
  const { t } = useLingui()
  return (
    <>
      <ProgressBar aria-label={t`The upgrade`} />
      {isAway && <Away />}
      {asked.isLate && (
        <Problem intent="warning">
          <Trans>
            Nobody has taken it up. Look on the server: systemctl status sluice-upgrade.path
          </Trans>
        </Problem>
      )}
      <Waiting mayCancel={asked.wants === 'upgrade' || asked.isLate}>
        <Trans>It was asked for and begins within seconds.</Trans>
      </Waiting>
    </>
  )
}

/** What can still be taken back; going back at once is not. */
function Waiting({ children, mayCancel = true }: { children: ReactNode; mayCancel?: boolean }) {
  const { i18n } = useLingui()
  const online = useOnline()
  const cancelling = useMutation(cancelUpgrade)
  return (
    <>
      <div role="status">{children}</div>
      {cancelling.error && (
        <Problem>{i18n._(explain(cancelling.error, cancelUpgradeRefusals))}</Problem>
      )}
      {mayCancel && (
        <div>
          <Button
            disabledFocusable={cancelling.isPending || !online}
            onClick={() => cancelling.mutate()}
          >
            <Trans>Do not upgrade</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

type RunningProps = { progress: Schema<'UpgradeProgress'>; isAway: boolean }

function Running({ progress, isAway }: RunningProps) {
  const { t } = useLingui()
  const { phase, from, to } = progress
  const version = to ?? ''
  const words: Record<typeof phase, string> = {
    checking: t`The release is checked.`,
    unpacking: t`The release is unpacked beside the one that runs.`,
    rehearsing: t`${version} is rehearsed on a copy of the shop. The shop is open.`,
    trial: t`${version} takes over. The shop is closed for some seconds.`,
    'going back': t`${from} takes over again. The shop is closed for some seconds.`,
    done: '',
    back: '',
    refused: '',
  }
  return (
    <div role="status">
      {isAway ? <Away /> : words[phase]} <Trans>It goes on when you leave this page.</Trans>
      <ProgressBar aria-label={t`The upgrade`} />
    </div>
  )
}

const Away = () => <Trans>The console is starting again; this page waits for it.</Trans>

function Outcome({ progress }: { progress: Schema<'UpgradeProgress'> }) {
  const { phase, from, to, time, isAsked, said } = progress
  if (phase === 'done')
    return (
      <Text>
        <Trans>
          {to} runs in place of {from} since <Moment time={time} />. The books were the same as
          before.
        </Trans>
      </Text>
    )
  if (phase === 'back' && isAsked)
    return (
      <Text>
        <Trans>
          {from} serves again in place of {to} since <Moment time={time} />, as was asked for.
        </Trans>
      </Text>
    )
  if (phase === 'back' || phase === 'refused')
    return (
      <Problem intent="warning">
        <Trans>
          The upgrade of <Moment time={time} /> came to nothing; {from} serves, with its data as it
          was.
        </Trans>{' '}
        {said}
      </Problem>
    )
  if (phase === 'going back')
    return (
      <Problem intent="warning">
        <Trans>
          Going back to {from} was cut off. It is done when the console starts again, on the server:
          systemctl restart sluice
        </Trans>
      </Problem>
    )
  return (
    <Problem intent="warning">
      <Trans>
        The upgrade of <Moment time={time} /> was cut off. The shop is as it was; begin again.
      </Trans>
    </Problem>
  )
}
