import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Delete20Regular } from '@fluentui/react-icons'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDraft } from './draft.ts'
import { Sheet } from './Sheet.tsx'
import { TextField } from './TextField.tsx'

type View = { name: string; search: string }

type Props = {
  views: readonly View[]
  current: string
  onChange: (views: readonly View[]) => void
  onClose: () => void
}

/** Saves what a list shows under a name, and removes such views; they are stored on this device. */
export default function SavedViewsSheet({ views, current, onChange, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const shown = views.find(({ search }) => search === current)
  const form = useDraft({ name: shown?.name ?? '' }, ({ name }) =>
    name.trim() === '' ? { name: msg`Enter a name.` } : {},
  )
  return (
    <Sheet
      title={t`Saved views`}
      onClose={onClose}
      onSubmit={form.submit(({ name }) => {
        const saved = { name: name.trim(), search: current }
        onChange([...views.filter((view) => view.name !== saved.name), saved])
        onClose()
      })}
      actions={
        <Button type="submit" appearance="primary">
          <Trans>Save this view</Trans>
        </Button>
      }
    >
      <TextField
        label={t`Name of the view`}
        hint={t`Search, filters and order are kept on this device. To share them, send the address of the page.`}
        maxLength={40}
        {...form.field('name')}
      />
      {views.length > 0 && (
        <ul className={styles.list} aria-label={t`Saved views`}>
          {views.map((view) => {
            const { name } = view
            return (
              <li key={name} className={styles.item}>
                <span className={styles.name}>{name}</span>
                <Button
                  appearance="subtle"
                  size="large"
                  icon={<Delete20Regular />}
                  aria-label={t`Remove ${name}`}
                  onClick={() => onChange(views.filter((one) => one !== view))}
                />
              </li>
            )
          })}
        </ul>
      )}
    </Sheet>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    minHeight: '44px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottomColor: 'transparent' },
  },
  name: { minWidth: 0, overflowWrap: 'anywhere' },
})
