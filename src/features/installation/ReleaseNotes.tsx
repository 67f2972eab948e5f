import { makeStyles, Text } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Markdown } from '#ui/Markdown.tsx'
import { Problem } from '#ui/Problem.tsx'
import { getReleaseNotes } from './operations.ts'

/** The list of changes of this release, as it was written: in English. */
export default function ReleaseNotes() {
  const styles = useStyles()
  const { data, error } = useQuery(getReleaseNotes())
  if (error)
    return (
      <Problem>
        <Trans>What is new could not be loaded.</Trans>
      </Problem>
    )
  if (!data) return null
  if (data.text === '')
    return (
      <Text>
        <Trans>Nothing is written down for this release.</Trans>
      </Text>
    )
  return (
    <div lang="en" className={styles.text}>
      <Markdown text={data.text} />
    </div>
  )
}

const useStyles = makeStyles({
  // As long as a release has been worked on: the cards below must stay within reach.
  text: { maxHeight: '60vh', overflowY: 'auto', overflowX: 'hidden' },
})
