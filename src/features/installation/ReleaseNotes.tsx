import { makeStyles, Text } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { Markdown } from '#ui/Markdown.tsx'
import { Problem } from '#ui/Problem.tsx'
import { getReleaseNotes } from './operations.ts'

/** The list of changes of this release, as it was written: in English. */
export default function ReleaseNotes() {
  const { data, error } = useQuery(getReleaseNotes())
  return <Notes notes={data} isFailed={error !== null} />
}

type Props = { notes: Schema<'ReleaseNotes'> | undefined; isFailed: boolean }

/** A list of changes, once it is there. */
export function Notes({ notes, isFailed }: Props) {
  const styles = useStyles()
  if (isFailed)
    return (
      <Problem>
        <Trans>What is new could not be loaded.</Trans>
      </Problem>
    )
  if (!notes) return null
  if (notes.text === '')
    return (
      <Text>
        <Trans>Nothing is written down for this release.</Trans>
      </Text>
    )
  return (
    <div lang="en" className={styles.text}>
      <Markdown text={notes.text} />
    </div>
  )
}

const useStyles = makeStyles({
  // As long as a release has been worked on: the cards below must stay within reach.
  text: { maxHeight: '60vh', overflowY: 'auto', overflowX: 'hidden' },
})
