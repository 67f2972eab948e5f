import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import type { ReactNode } from 'react'

type Props = { children: ReactNode; intent?: 'error' | 'warning' | 'info' | 'success' }

/** What went wrong, or what to know, where the person asked; read out when it appears. */
export function Problem({ children, intent = 'error' }: Props) {
  return (
    <MessageBar intent={intent} layout="multiline" politeness={intent === 'error' ? 'assertive' : 'polite'}>
      <MessageBarBody>{children}</MessageBarBody>
    </MessageBar>
  )
}
