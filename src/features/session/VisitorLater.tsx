import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useStatus } from '#device/status.ts'
import { Heading } from '#ui/Heading.tsx'
import { LogOutFirst } from './LogOutFirst.tsx'

/** A visitor's screen that has its address, and whose content is still to be built. */
export function VisitorLater({ title }: { title: string }) {
  const styles = useStyles()
  if (useStatus()?.status) return <LogOutFirst />
  return (
    <>
      <Heading>{title}</Heading>
      <p className={styles.text}>
        <Trans>This page is not built yet. It comes with a later release.</Trans>
      </p>
    </>
  )
}

const useStyles = makeStyles({ text: { color: tokens.colorNeutralForeground2 } })
