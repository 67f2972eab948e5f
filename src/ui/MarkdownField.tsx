import {
  Field,
  makeStyles,
  mergeClasses,
  Tab,
  TabList,
  Textarea,
  tokens,
} from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Markdown } from './Markdown.tsx'

type Props = {
  label: string
  value: string
  problem?: MessageDescriptor
  onChange: (value: string) => void
  hint?: string
  /** How many characters may be typed. */
  maxLength: number
  rows?: number
}

/** Text in Markdown with a preview: beside it where there is room, else in a tab. */
export function MarkdownField(props: Props) {
  const { label, value, problem, onChange, hint, maxLength, rows = 12 } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [tab, setTab] = useState<'write' | 'preview'>('write')
  return (
    <div className={styles.whole}>
      <TabList
        className={styles.tabs}
        size="small"
        aria-label={t`Write or preview`}
        selectedValue={tab}
        onTabSelect={(_event, { value: next }) => setTab(next === 'preview' ? 'preview' : 'write')}
      >
        <Tab value="write">
          <Trans>Write</Trans>
        </Tab>
        <Tab value="preview">
          <Trans>Preview</Trans>
        </Tab>
      </TabList>
      <div className={styles.sides}>
        <div className={mergeClasses(tab === 'preview' && styles.away)}>
          <Field
            label={label}
            hint={hint ?? t`Markdown: **bold**, *italic*, # heading, - list, [words](https://…).`}
            validationMessage={problem && i18n._(problem)}
            validationState={problem ? 'error' : 'none'}
          >
            <Textarea
              value={value}
              rows={rows}
              maxLength={maxLength}
              resize="vertical"
              textarea={{ className: styles.area }}
              onChange={(_event, data) => onChange(data.value)}
            />
          </Field>
        </div>
        <section
          aria-label={t`Preview`}
          className={mergeClasses(styles.preview, tab === 'write' && styles.away)}
        >
          {value.trim() === '' ? (
            <p className={styles.quiet}>
              <Trans>What you write appears here as others will see it.</Trans>
            </p>
          ) : (
            <Markdown text={value} />
          )}
        </section>
      </div>
    </div>
  )
}

const ROOMY = '@media (min-width: 900px)'
const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  tabs: { marginInlineStart: '-8px', [ROOMY]: { display: 'none' } },
  sides: {
    display: 'grid',
    gap: '16px',
    gridTemplateColumns: 'minmax(0, 1fr)',
    [ROOMY]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  away: { display: 'none', [ROOMY]: { display: 'block' } },
  area: { maxHeight: '60vh', fontFamily: tokens.fontFamilyMonospace },
  preview: {
    minWidth: 0,
    minHeight: '120px',
    maxHeight: '70vh',
    overflowY: 'auto',
    padding: '12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  quiet: { color: tokens.colorNeutralForeground3 },
})
