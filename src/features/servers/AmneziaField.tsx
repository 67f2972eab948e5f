import { Button, makeStyles } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { amneziaLines, newAmnezia } from '#rules/amnezia.ts'
import { MonospaceField } from '#ui/MonospaceField.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'

type Props = {
  /** The lines of AmneziaWG's file; empty is WireGuard as it is. */
  value: string
  problem?: MessageDescriptor
  onChange: (value: string) => void
}

/** Whether a WireGuard server is AmneziaWG, and with which numbers: drawn here, or typed. */
export function AmneziaField({ value, problem, onChange }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const renew = () => onChange(amneziaLines(newAmnezia(draw)).join('\n'))
  return (
    <>
      <SwitchField
        label="AmneziaWG"
        hint={t`Changes WireGuard’s packets as AmneziaWG 1.x does; newer filters recognise that. The machine needs awg or amneziawg-go, and customers need AmneziaWG’s app or Mihomo. Not tested yet.`}
        value={value !== ''}
        onChange={(isOn) => (isOn ? renew() : onChange(''))}
      />
      {value !== '' && (
        <div className={styles.numbers}>
          <MonospaceField
            label={t`AmneziaWG parameters`}
            hint={t`After a change every device needs its configuration again.`}
            rows={9}
            maxLength={400}
            value={value}
            {...(problem && { problem })}
            // An emptied field is not the switch turned off.
            onChange={(lines) => onChange(lines === '' ? '\n' : lines)}
          />
          <Button onClick={renew}>
            <Trans>Generate other numbers</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

/** A whole number of both borders and between, which nobody can guess. */
function draw(least: number, most: number): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return least + (drawn % (most - least + 1))
}

const useStyles = makeStyles({
  numbers: { display: 'flex', flexDirection: 'column', alignItems: 'start', gap: '8px' },
})
