import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { numberFormat } from '#rules/formats.ts'
import { ListSteps } from './ListSteps.tsx'
import { useSides } from './sides.ts'

type Props = {
  /** The link to the whole list, by the name of what it shows. */
  link: ReactNode
  /** How many there are; undefined until that is known. */
  total: number | undefined
  /** There are more than these, uncounted. */
  more: boolean | undefined
  /** What it is limited to and how it is ordered, in words. */
  words: readonly string[]
  /** Those that can be opened here, in their order, and the one that is. */
  ids: readonly number[]
  open: number
  onOpen: (id: number) => void
}

/** What a list beside shows, the way back to all of it, and to the next and the one before. */
export function BesideHead({ link, total, more, words, ids, open, onOpen }: Props) {
  const styles = useStyles()
  const sides = useSides()
  const { i18n } = useLingui()
  return (
    <div className={mergeClasses(sides.head, styles.head)}>
      <div className={styles.words}>
        <span className={styles.name}>
          {link}
          {total !== undefined && (
            <span className={styles.count}>
              {numberFormat(i18n.locale).format(total)}
              {more && '+'}
            </span>
          )}
        </span>
        {words.length > 0 && <span className={styles.limits}>{words.join(' · ')}</span>}
      </div>
      <ListSteps ids={ids} open={open} onOpen={onOpen} />
    </div>
  )
}

const useStyles = makeStyles({
  head: { backgroundColor: tokens.colorNeutralBackground2 },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  name: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '8px',
    minWidth: 0,
    '& > a': {
      ...typographyStyles.body1Strong,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      color: tokens.colorNeutralForeground1,
      textDecorationLine: 'none',
      ':hover': { textDecorationLine: 'underline' },
      ':focus-visible': {
        outline: `2px solid ${tokens.colorStrokeFocus2}`,
        outlineOffset: '-2px',
        borderRadius: tokens.borderRadiusMedium,
      },
    },
  },
  count: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  limits: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
  },
})
