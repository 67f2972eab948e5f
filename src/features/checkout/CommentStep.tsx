import { Button } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { PLAN_COMMENT_WAIT_MS } from '#rules/timing.ts'
import { Markdown } from '#ui/Markdown.tsx'
import type { Purchase } from './step.ts'
import { StepBody } from './StepBody.tsx'

type Props = { purchase: Purchase; onBack: () => void; onAccept: () => void }

const SECOND_MS = 1_000

/** The operator's terms of a plan, shown for three seconds before one can go on. Spec 4. */
export function CommentStep({ purchase, onBack, onAccept }: Props) {
  const [left, setLeft] = useState(PLAN_COMMENT_WAIT_MS / SECOND_MS)
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <StepBody
      actions={
        <>
          <Button size="large" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
          <Button appearance="primary" size="large" disabledFocusable={left > 0} onClick={onAccept}>
            {left > 0 ? <Trans>Continue ({left})</Trans> : <Trans>Continue</Trans>}
          </Button>
        </>
      }
    >
      <Markdown text={purchase.plan.comment} />
    </StepBody>
  )
}
