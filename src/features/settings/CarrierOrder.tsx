import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDown20Regular, ArrowUp20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Carrier, CARRIER_NAMES } from '#rules/carriers.ts'

type Props = {
  value: readonly Carrier[]
  onChange: (value: readonly Carrier[]) => void
}

/** Which ways to servers apps are told first: most of them connect by the first. */
export function CarrierOrder({ value, onChange }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const move = (at: number, by: number) => {
    const others = value.filter((_carrier, index) => index !== at)
    onChange(others.toSpliced(at + by, 0, value[at]!))
  }
  return (
    <>
      <ol className={styles.list}>
        {value.map((carrier, at) => {
          const name = CARRIER_NAMES[carrier]
          return (
            <li key={carrier} className={styles.row}>
              <span className={styles.name}>{name}</span>
              <Button
                className={styles.button}
                appearance="subtle"
                icon={<ArrowUp20Regular />}
                aria-label={t`Move ${name} up`}
                disabledFocusable={at === 0}
                onClick={() => move(at, -1)}
              />
              <Button
                className={styles.button}
                appearance="subtle"
                icon={<ArrowDown20Regular />}
                aria-label={t`Move ${name} down`}
                disabledFocusable={at === value.length - 1}
                onClick={() => move(at, 1)}
              />
            </li>
          )
        })}
      </ol>
      <p className={styles.hint}>
        <Trans>
          What is recorded today of Trojan or WireGuard cannot be read with a key that is taken
          later. Filters recognise plain Shadowsocks best. “Subscription link” on an account’s page
          shows what each app gets.
        </Trans>
      </p>
    </>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: '24px' },
  row: { '&::marker': { color: tokens.colorNeutralForeground3 } },
  name: { display: 'inline-block', minWidth: '160px' },
  // Two of them beside each other, under a finger.
  button: { minWidth: '44px', minHeight: '44px' },
  hint: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})
