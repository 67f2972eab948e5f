import { makeStyles, Tab, TabList } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { ORDER_KINDS } from './filter.ts'
import { orderKindName } from './names.ts'

type Kind = Schema<'OrderKind'>

/** Chooses which list is shown, for servers that have a list of each kind of orders. */
export function KindTabs({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  return (
    <TabList
      className={styles.tabs}
      aria-label={t`Payment method`}
      selectedValue={kind}
      onTabSelect={(_event, { value }) => onChange(String(value))}
    >
      {ORDER_KINDS.map((one) => (
        <Tab key={one} value={one}>
          {i18n._(orderKindName(one))}
        </Tab>
      ))}
    </TabList>
  )
}

const useStyles = makeStyles({ tabs: { overflowX: 'auto' } })
