import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'

type Days = { start: string | undefined; end: string | undefined }
type Props = {
  start: string
  end: string
  onApply: (days: Days) => void
  onClose: () => void
}

/** Chooses a day, or from which day to which. */
export default function DaysSheet({ start, end, onApply, onClose }: Props) {
  const { t } = useLingui()
  const [from, setFrom] = useState(start)
  const [until, setUntil] = useState(end)
  const backwards = from !== '' && until !== '' && until < from
  return (
    <Sheet
      title={t`Choose days`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!backwards) onApply({ start: from || undefined, end: until || undefined })
      }}
      actions={
        <Button type="submit" appearance="primary" disabledFocusable={backwards}>
          <Trans>Show</Trans>
        </Button>
      }
    >
      <TextField
        label={t`From`}
        type="date"
        value={from}
        onChange={(day) => {
          // A day alone is the most common wish.
          if (until === from) setUntil(day)
          setFrom(day)
        }}
      />
      <TextField label={t`Until`} type="date" value={until} onChange={setUntil} />
      {backwards && (
        <Problem intent="warning">
          <Trans>The last day is before the first.</Trans>
        </Problem>
      )}
    </Sheet>
  )
}
