import { Checkbox, makeStyles, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'

/** One of the things to tick. */
export type CheckItem = { id: number; name: string; about?: string; disabled?: boolean }

type Props = {
  label: string
  items: readonly CheckItem[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
  problem?: MessageDescriptor
  /** What to say where there is nothing to tick. */
  empty: string
}

/** Any number of options; a chosen one that no longer exists can be removed. */
export function CheckList({ label, items, chosen, onChange, problem, empty }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const gone = chosen.filter((id) => !items.some((item) => item.id === id))
  const put = (id: number, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    // Not a Field, whose label would become the label of every box.
    <fieldset className={styles.set} aria-invalid={problem ? true : undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.list}>
        {items.map(({ id, name, about, disabled }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            disabled={disabled}
            onChange={(_event, { checked }) => put(id, checked === true)}
            label={
              <>
                {name} {about && <span className={styles.quiet}>{about}</span>}
              </>
            }
          />
        ))}
        {gone.map((id) => (
          <Checkbox key={id} checked onChange={() => put(id, false)} label={t`#${id}, deleted`} />
        ))}
      </div>
      {items.length + gone.length === 0 && <p className={styles.quiet}>{empty}</p>}
      {problem && (
        <p role="alert" className={styles.problem}>
          {i18n._(problem)}
        </p>
      )}
    </fieldset>
  )
}

const useStyles = makeStyles({
  set: { minWidth: 0, margin: 0, padding: 0, border: 'none' },
  label: { padding: 0, fontSize: tokens.fontSizeBase300 },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
    maxHeight: '320px',
    overflowY: 'auto',
    marginInlineStart: '-8px',
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  problem: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
})
