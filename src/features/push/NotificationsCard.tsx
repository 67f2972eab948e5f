import { Button, makeStyles } from '@fluentui/react-components'
import { CheckmarkCircle24Filled } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain, explainLoad } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { usePushAbility } from '#device/push.ts'
import { useStatus } from '#device/status.ts'
import { Card } from '#ui/Card.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import type { Role } from './kinds.ts'
import {
  registerPushClientRefusals,
  removePushClientRefusals,
  sendTestPushRefusals,
} from './messages.ts'
import { NoPush } from './NoPush.tsx'
import { NotificationChoices } from './NotificationChoices.tsx'
import { NotificationPreview } from './NotificationPreview.tsx'
import { sendTestPush } from './operations.ts'
import { useNotifications } from './useNotifications.ts'

/** Notifications of this device: on or off, about what, and whether they arrive. */
export function NotificationsCard({ role }: { role: Role }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const ability = usePushAbility()
  const { serviceWorker = true } = useStatus() ?? {}
  const { device, isReady, isTurning, problem, removalError, ...actions } = useNotifications(role)
  const test = useMutation(sendTestPush)
  const { data: known, error } = device

  if (ability !== 'able' || !serviceWorker)
    return (
      <Card title={t`This device`}>
        <NoPush ability={ability === 'able' ? 'off' : ability} />
        <NotificationChoices role={role} />
      </Card>
    )
  if (known === undefined)
    return error ? (
      <Problem>{i18n._(explainLoad(error))}</Problem>
    ) : (
      <Loading shape="cards" count={1} />
    )
  return (
    <Card title={t`This device`}>
      {known ? (
        <div role="status" className={styles.on}>
          <CheckmarkCircle24Filled />
          <Trans>Notifications are on, even when this page is closed.</Trans>
        </div>
      ) : (
        <>
          <p className={styles.text}>
            <Trans>Get notified right away, even when this page is closed.</Trans>
          </p>
          <NotificationPreview role={role} />
        </>
      )}
      {problem && (
        <Problem>
          {problem === 'declined' ? (
            <Trans>The browser was not allowed to show notifications. Nothing was changed.</Trans>
          ) : problem === 'unreachable' ? (
            <Trans>This browser’s notification service did not answer. Try again later.</Trans>
          ) : (
            i18n._(explain(problem, registerPushClientRefusals))
          )}
        </Problem>
      )}
      {removalError && <Problem>{i18n._(explain(removalError, removePushClientRefusals))}</Problem>}
      {known && test.isSuccess && (
        <Problem intent="success">
          <Trans>Sent. It appears within a few seconds.</Trans>
        </Problem>
      )}
      {known && test.error && (
        <Problem>{i18n._(explain(test.error, sendTestPushRefusals))}</Problem>
      )}
      <NotificationChoices
        role={role}
        kinds={known?.kinds}
        onChange={known && online ? actions.choose : undefined}
      />
      <div className={styles.actions}>
        {known ? (
          <>
            <Button
              size="large"
              disabledFocusable={!online || test.isPending}
              onClick={() => test.mutate(known.device)}
            >
              {test.isPending ? <Trans>Sending…</Trans> : <Trans>Send a test</Trans>}
            </Button>
            <Button size="large" disabledFocusable={!online || isTurning} onClick={actions.turnOff}>
              <Trans>Turn off</Trans>
            </Button>
          </>
        ) : (
          <Button
            appearance="primary"
            size="large"
            disabledFocusable={!online || !isReady || isTurning}
            onClick={actions.turnOn}
          >
            {isTurning ? <Trans>Turning on…</Trans> : <Trans>Turn on notifications</Trans>}
          </Button>
        )}
        {!online && <Trans>This needs a connection.</Trans>}
      </div>
    </Card>
  )
}

const useStyles = makeStyles({
  text: { margin: 0 },
  on: { display: 'flex', alignItems: 'center', gap: '8px' },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px' },
})
