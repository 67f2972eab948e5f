import { Button } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { nameOf } from './names.ts'

/** The actions a screen offers for a verdict; each closes the sheet. Omitted ones are not offered. */
export type Remedies = {
  renew?: (() => void) | undefined
  /** Shows how to import the account into an app, on this server if one is given. */
  import?: ((serverId?: number) => void) | undefined
}

type Props = {
  seen: Schema<'AccountWatch'>
  remedies: Remedies
  onAgain: () => void
  onClose: () => void
}

const IMPORTED: readonly string[] = ['wrongKey', 'oldKey', 'absent', 'noHandshake']
const AGAIN: readonly string[] = [
  'opening',
  'tooMany',
  'refused',
  'noName',
  'noAnswer',
  'multiplexing',
  'udpOverTcp',
  'silent',
  'unheard',
]

/** The action for the verdict. */
export function Remedy({ seen, remedies, onAgain, onClose }: Props) {
  const { word, insteadId } = seen.verdict
  const instead = nameOf(seen, insteadId)
  const { renew, import: bring } = remedies
  if ((word === 'expired' || word === 'over') && renew)
    return (
      <Button appearance="primary" onClick={renew}>
        {word === 'over' ? <Trans>Buy traffic or renew</Trans> : <Trans>Renew</Trans>}
      </Button>
    )
  if (IMPORTED.includes(word) && bring)
    return (
      <Button appearance="primary" onClick={() => bring()}>
        <Trans>Import again</Trans>
      </Button>
    )
  if (insteadId !== null && !IMPORTED.includes(word) && bring)
    return (
      <Button appearance="primary" onClick={() => bring(insteadId)}>
        <Trans>Switch to {instead}</Trans>
      </Button>
    )
  if (AGAIN.includes(word))
    return (
      <Button appearance="primary" onClick={onAgain}>
        <Trans>Try again</Trans>
      </Button>
    )
  return (
    <Button appearance="primary" onClick={onClose}>
      <Trans>Done</Trans>
    </Button>
  )
}

/** Whether trying again is the remedy itself, so that it need not be offered once more. */
export const isToTryAgain = (word: string) => AGAIN.includes(word)
