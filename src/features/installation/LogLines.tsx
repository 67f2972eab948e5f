import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '#ui/Problem.tsx'
import { getServiceLog } from './operations.ts'

/** The log of the last hour, newest first. */
export default function LogLines() {
  const styles = useStyles()
  const { t } = useLingui()
  const { data, error } = useQuery(getServiceLog())
  if (error)
    return (
      <Problem>
        <Trans>The log could not be loaded.</Trans>
      </Problem>
    )
  if (!data) return null
  if (data.length === 0)
    return (
      <Text>
        <Trans>Nothing was logged in the last hour.</Trans>
      </Text>
    )
  return (
    <pre role="region" className={styles.lines} aria-label={t`Log of the last hour`}>
      {data
        .map(({ time, text }) => `${new Date(time).toISOString().slice(11, 19)} ${text}`)
        .toReversed()
        .join('\n')}
    </pre>
  )
}

const useStyles = makeStyles({
  lines: {
    margin: 0,
    padding: '12px',
    maxHeight: '60vh',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
})
