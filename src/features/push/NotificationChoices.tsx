import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { SwitchField } from '#ui/SwitchField.tsx'
import { choicesOf, type Kinds, kindsOf, type Role, wantsKind } from './kinds.ts'

type Props = {
  role: Role
  /** What this device is notified of; null is everything. Left out while it is of nothing. */
  kinds?: Kinds | null
  /** Left out where nothing can be chosen now. */
  onChange?: (kinds: Kinds) => void
}

/** What notifications are about: to choose from once they are on, to read before. */
export function NotificationChoices({ role, kinds, onChange }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const choices = choicesOf(role)
  if (kinds === undefined)
    return (
      <section>
        <h3 className={styles.title}>{t`What you can be notified about`}</h3>
        <ul className={styles.list}>
          {choices.map(({ name, about, kinds: [kind] }) => (
            <li key={kind}>
              {i18n._(name)}
              <span className={styles.about}>{i18n._(about)}</span>
            </li>
          ))}
        </ul>
      </section>
    )
  const chosen = kinds ?? kindsOf(role)
  return (
    <fieldset className={styles.set}>
      <legend className={styles.title}>{t`Notifications on this device`}</legend>
      {choices.map((choice) => (
        <SwitchField
          key={choice.kinds[0]}
          label={i18n._(choice.name)}
          hint={i18n._(choice.about)}
          value={wantsKind(kinds, choice)}
          disabled={!onChange}
          onChange={(on) => {
            const others = chosen.filter((kind) => !choice.kinds.includes(kind))
            onChange?.(on ? [...others, ...choice.kinds] : others)
          }}
        />
      ))}
    </fieldset>
  )
}

const useStyles = makeStyles({
  set: { display: 'grid', gap: '4px', minWidth: 0, margin: 0, padding: 0, border: 'none' },
  title: {
    margin: 0,
    padding: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { display: 'grid', gap: '8px', margin: '8px 0 0', padding: 0, listStyleType: 'none' },
  about: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
})
