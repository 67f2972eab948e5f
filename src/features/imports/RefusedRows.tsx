import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { saveText } from '#ui/saveText.ts'
import { rowProblem } from './messages.ts'
import { cutOut } from './tableFile.ts'

type Props = {
  table: string
  name: string
  refused: Schema<'ImportPreview'>['refused']
}

/** How many are listed; all of them are in the download. */
const MOST_SHOWN = 30

/** The rows that cannot be added, and what has to be mended in which column. */
export function RefusedRows({ table, name, refused }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const others = refused.length - MOST_SHOWN
  const title = t`Rows that are left as they are`
  const save = () =>
    saveText(
      name.replace(/(\.\w+)?$/, '-left.csv'),
      cutOut(table, new Set(refused.map(({ row }) => row))),
    )
  return (
    <Card
      title={title}
      actions={
        <Button icon={<ArrowDownload20Regular />} className={styles.save} onClick={save}>
          <Trans>Download these rows</Trans>
        </Button>
      }
    >
      <ul className={styles.list} aria-label={title}>
        {refused.slice(0, MOST_SHOWN).map(({ row, column, problem }) => (
          <li key={row} className={styles.row}>
            <span className={styles.place}>
              {column === undefined ? t`Row ${row}` : t`Row ${row}, ${column}`}
            </span>
            <span>{i18n._(rowProblem(problem))}</span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className={styles.others}>
          <Trans>and {others} more</Trans>
        </p>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    columnGap: '16px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
    ':first-child': { borderTop: 'none' },
    '@media (min-width: 600px)': { gridTemplateColumns: '200px minmax(0, 1fr)' },
  },
  place: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  others: { margin: 0, color: tokens.colorNeutralForeground2 },
  save: { '@media (pointer: coarse)': { minHeight: '44px' } },
})
