import { Button, makeStyles } from '@fluentui/react-components'
import { CheckmarkCircle24Filled } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { explain, explainLoad } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { BindingCode } from './BindingCode.tsx'
import { unbindMyTelegramRefusals } from './messages.ts'
import {
  type getAdminTelegramCode,
  type getMyTelegramCode,
  type unbindAdminTelegram,
  type unbindMyTelegram,
} from './operations.ts'

type Props = {
  query: ReturnType<typeof getMyTelegramCode> | ReturnType<typeof getAdminTelegramCode>
  unbinding: typeof unbindMyTelegram | typeof unbindAdminTelegram
  /** What a connected chat is good for. */
  children: ReactNode
}

/** Binds a person's Telegram chat, or unbinds it; polls until the bot has done it. */
export function BindingCard({ query, unbinding, children }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const code = useQuery(query)
  const unbind = useMutation(unbinding)
  const [confirming, setConfirming] = useState(false)
  const { data, error, dataUpdatedAt } = code

  if (!data)
    return error ? (
      <Problem>{i18n._(explainLoad(error))}</Problem>
    ) : (
      <Loading shape="cards" count={1} />
    )
  return (
    <Card title={t`Your chat`}>
      <p className={styles.text}>{children}</p>
      {'user' in data ? (
        <>
          <div role="status" className={styles.bound}>
            <CheckmarkCircle24Filled />
            <Trans>Your Telegram chat is connected.</Trans>
          </div>
          <Button size="large" disabledFocusable={!online} onClick={() => setConfirming(true)}>
            <Trans>Disconnect</Trans>
          </Button>
        </>
      ) : (
        <BindingCode {...data} asOf={dataUpdatedAt} failed={error !== null || !online} />
      )}
      {confirming && (
        <ConfirmDialog
          title={t`Disconnect Telegram?`}
          action={t`Disconnect`}
          pending={unbind.isPending}
          problem={unbind.error && i18n._(explain(unbind.error, unbindMyTelegramRefusals))}
          onConfirm={() => unbind.mutate(undefined, { onSuccess: () => setConfirming(false) })}
          onClose={() => setConfirming(false)}
        >
          <Trans>Nothing more is sent to your chat. You can connect it again at any time.</Trans>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  text: { margin: 0 },
  bound: { display: 'flex', alignItems: 'center', gap: '8px' },
})
