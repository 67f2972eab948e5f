import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

type Intent = 'error' | 'warning' | 'info' | 'success'
type Props = { children: ReactNode; intent?: Intent }

/**
 * An error or a note, where the person acted; announced when it appears.
 *
 * Own markup instead of Fluent's message bar, whose motion would be a tenth of the first load.
 */
export function Problem({ children, intent = 'error' }: Props) {
  const styles = useStyles()
  return (
    <div
      role={intent === 'error' ? 'alert' : 'status'}
      className={mergeClasses(styles.bar, styles[intent])}
    >
      {children}
    </div>
  )
}

const useStyles = makeStyles({
  bar: {
    padding: '10px 12px',
    borderRadius: tokens.borderRadiusLarge,
    borderLeft: '3px solid transparent',
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
  },
  error: {
    backgroundColor: tokens.colorStatusDangerBackground1,
    borderLeftColor: tokens.colorStatusDangerBorder2,
  },
  warning: {
    backgroundColor: tokens.colorStatusWarningBackground1,
    borderLeftColor: tokens.colorStatusWarningBorder2,
  },
  info: {
    backgroundColor: tokens.colorNeutralBackground3,
    borderLeftColor: tokens.colorBrandStroke1,
  },
  success: {
    backgroundColor: tokens.colorStatusSuccessBackground1,
    borderLeftColor: tokens.colorStatusSuccessBorder2,
  },
})
