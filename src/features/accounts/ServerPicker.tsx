import { Button, makeStyles } from '@fluentui/react-components'
import { ChevronLeft24Regular, ChevronRight24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { SelectField } from '#ui/SelectField.tsx'

type Props = {
  servers: readonly Schema<'Server'>[]
  value: number
  onChange: (serverId: number) => void
}

/** Chooses one of an account's servers, also by next and previous. */
export function ServerPicker({ servers, value, onChange }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const at = servers.findIndex(({ id }) => id === value)
  const go = (by: number) => {
    const next = servers[(at + by + servers.length) % servers.length]
    if (next) onChange(next.id)
  }
  return (
    <div className={styles.picker}>
      {servers.length > 1 && (
        <Button
          size="large"
          appearance="subtle"
          icon={<ChevronLeft24Regular />}
          aria-label={t`Previous server`}
          onClick={() => go(-1)}
        />
      )}
      <div className={styles.select}>
        <SelectField
          label={t`Server`}
          value={String(value)}
          choices={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => onChange(Number(id))}
        />
      </div>
      {servers.length > 1 && (
        <Button
          size="large"
          appearance="subtle"
          icon={<ChevronRight24Regular />}
          aria-label={t`Next server`}
          onClick={() => go(1)}
        />
      )}
    </div>
  )
}

const useStyles = makeStyles({
  picker: { display: 'flex', alignItems: 'flex-end', gap: '4px' },
  select: { flexGrow: 1, minWidth: 0 },
})
