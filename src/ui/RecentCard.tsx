import {
  makeStyles,
  mergeClasses,
  Skeleton,
  SkeletonItem,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import { Problem } from './Problem.tsx'

type Props<Item> = {
  title: string
  /** The way to all of them. */
  link?: ReactNode
  /** Undefined while they are on their way. */
  items: readonly Item[] | undefined
  /** Why they did not come. */
  problem?: string | null | false
  empty: string
  keyOf: (item: Item) => string | number
  /** One row, usually a link around a `RecentLine`. */
  children: (item: Item) => ReactNode
}

/** The newest few of something, on a screen that sums up. */
export function RecentCard<Item>(props: Props<Item>) {
  const { title, link, items, problem, empty, keyOf, children } = props
  const styles = useStyles()
  const { t } = useLingui()
  const content = () => {
    if (!items && problem)
      return (
        <div className={styles.inset}>
          <Problem>{problem}</Problem>
        </div>
      )
    if (!items)
      return (
        <Skeleton aria-label={t`Loading`}>
          {[1, 2, 3, 4, 5].map((row) => (
            <div key={row} className={mergeClasses(styles.row, styles.line)}>
              <SkeletonItem />
            </div>
          ))}
        </Skeleton>
      )
    if (items.length === 0) return <p className={styles.empty}>{empty}</p>
    return (
      <ul className={styles.list} aria-label={title}>
        {items.map((item) => (
          <li key={keyOf(item)} className={styles.row}>
            {children(item)}
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Card title={title} actions={link} flush>
      {content()}
    </Card>
  )
}

type LineProps = { main: ReactNode; second?: ReactNode; figure?: ReactNode }

/** The content of a row: a name, a detail below, a figure at the right. */
export function RecentLine({ main, second, figure }: LineProps) {
  const styles = useStyles()
  return (
    <span className={styles.line}>
      <span className={styles.words}>
        <span className={styles.main}>{main}</span>
        {second !== undefined && <span className={styles.second}>{second}</span>}
      </span>
      {figure !== undefined && <span className={styles.figure}>{figure}</span>}
    </span>
  )
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    '& > a': { color: 'inherit', textDecorationLine: 'none', display: 'block' },
    '& > a:hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '& > a:focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-2px',
    },
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    minHeight: '52px',
    padding: '4px 16px',
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  main: CUT,
  second: { ...typographyStyles.caption1, ...CUT, color: tokens.colorNeutralForeground3 },
  figure: {
    flexShrink: 0,
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
  empty: {
    padding: '12px 16px 20px',
    color: tokens.colorNeutralForeground3,
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  inset: { padding: '0 16px 16px' },
})
