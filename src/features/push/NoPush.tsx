import { makeStyles } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { Problem } from '#ui/Problem.tsx'
import type { PushAbility } from '#device/push.ts'

/** Why this browser cannot receive notifications, and what the person can do about it. */
export function NoPush({ ability }: { ability: Exclude<PushAbility, 'able'> | 'off' }) {
  const styles = useStyles()
  if (ability === 'blocked')
    return (
      <>
        <Problem intent="warning">
          <Trans>This browser blocks notifications of this site.</Trans>
        </Problem>
        <ol className={styles.steps}>
          <li>
            <Trans>Tap the icon to the left of the address, at the top.</Trans>
          </li>
          <li>
            <Trans>Open the site settings, or Permissions.</Trans>
          </li>
          <li>
            <Trans>Set Notifications to Allow, and come back here.</Trans>
          </li>
        </ol>
        <p className={styles.text}>
          <Trans>
            In an installed app you find it in the phone’s settings, under Apps and Notifications.
          </Trans>
        </p>
      </>
    )
  if (ability === 'install')
    return (
      <>
        <p className={styles.text}>
          <Trans>An iPhone or iPad shows notifications only of apps on the home screen.</Trans>
        </p>
        <ol className={styles.steps}>
          <li>
            <Trans>Tap Share in Safari.</Trans>
          </li>
          <li>
            <Trans>Tap Add to Home Screen.</Trans>
          </li>
          <li>
            <Trans>Open the app from there, and come back to this page.</Trans>
          </li>
        </ol>
      </>
    )
  return (
    <Problem intent="info">
      {ability === 'off' ? (
        <Trans>This site has turned off its service worker, which shows notifications.</Trans>
      ) : (
        <Trans>This browser cannot show notifications. Try another, outside private windows.</Trans>
      )}
    </Problem>
  )
}

const useStyles = makeStyles({
  text: { margin: 0 },
  steps: { display: 'grid', gap: '8px', margin: 0, paddingInlineStart: '24px' },
})
