import { Button, makeStyles, Title3, tokens } from '@fluentui/react-components'
import { Dismiss24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { numberFormat } from '#rules/formats.ts'
import type { Selection } from './selection.ts'

type Props = {
  selection: Selection
  /** How many match in all; undefined while that is not known. */
  total: number | undefined
  /** There are more than these, uncounted. */
  more?: boolean
  /** What can be done with those chosen. */
  children: ReactNode
}

/** Replaces the top bar while rows are selected: how many, all of them, and what to do. */
export function SelectionBar({ selection, total, more, children }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { all, ids, selectAll, end } = selection
  const number = (value: number) => numberFormat(i18n.locale).format(value)
  const count = number(all ? (total ?? 0) : ids.size)
  const every = number(total ?? 0)
  return (
    <>
      <Button
        appearance="subtle"
        icon={<Dismiss24Regular />}
        aria-label={t`End the selection`}
        onClick={end}
      />
      {/* Not a status, whose text would not belong to the heading. */}
      <Title3 as="h1" aria-live="polite" className={styles.count}>
        {!all ? (
          <Trans>{count} selected</Trans>
        ) : more ? (
          <Trans>All matches selected</Trans>
        ) : (
          <Trans>All {count} selected</Trans>
        )}
      </Title3>
      <div className={styles.actions}>
        {!all && total !== undefined && total > 0 && (
          <Button appearance="subtle" onClick={selectAll}>
            {more ? <Trans>All matches</Trans> : <Trans>All {every}</Trans>}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

const useStyles = makeStyles({
  count: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontVariantNumeric: 'tabular-nums',
    // Beside two buttons there is room for the word or the number.
    '@media (max-width: 599px)': { whiteSpace: 'normal', overflowWrap: 'normal' },
  },
  actions: {
    marginInlineStart: 'auto',
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    gap: '4px',
    '& > button': { minWidth: 'auto' },
  },
})
