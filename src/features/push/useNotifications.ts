import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { currentSubscription, subscribe } from '#device/push.ts'
import { isLanguage } from '#locales/activate.ts'
import { type Kinds, kindsOf, type Role } from './kinds.ts'
import {
  clientOf,
  type Device,
  getPushClient,
  getPushKey,
  registerPushClient,
  removePushClient,
} from './operations.ts'

/** Turns this browser's notifications on and off, and chooses what they are about. */
export function useNotifications(role: Role) {
  const { i18n } = useLingui()
  const client = useQueryClient()
  const device = useQuery(getPushClient())
  const key = useQuery(getPushKey())
  const registration = useMutation(registerPushClient)
  const removal = useMutation(removePushClient)
  const [turning, setTurning] = useState(false)
  const [problem, setProblem] = useState<'declined' | 'unreachable'>()

  const language = isLanguage(i18n.locale) ? i18n.locale : undefined

  /** Must run in answer to a click. */
  async function turnOn() {
    if (!key.data) return
    setTurning(true)
    setProblem(undefined)
    try {
      const subscription = await subscribe(key.data.publicKey)
      if (!subscription) return setProblem('declined')
      const data = clientOf(subscription)
      // A refusal is the mutation's own to show.
      await registration
        .mutateAsync({ data, language, kinds: kindsOf(role) })
        .catch(() => undefined)
    } catch {
      setProblem('unreachable')
    } finally {
      setTurning(false)
    }
  }

  async function turnOff() {
    const { endpoint } = device.data?.data ?? {}
    if (endpoint === undefined) return
    await removal.mutateAsync(endpoint).then(
      async () => void (await (await currentSubscription())?.unsubscribe()),
      () => undefined,
    )
  }

  function choose(kinds: Kinds) {
    const { data: known } = device
    if (!known) return
    const show = (shown: Device) => client.setQueryData(getPushClient().queryKey, shown)
    // On screen at once; a refusal puts it back.
    show({ ...known, kinds })
    registration.mutate({ data: known.data, language, kinds }, { onError: () => show(known) })
  }

  return {
    device,
    isReady: key.data !== undefined,
    isTurning: turning || removal.isPending,
    problem: problem ?? registration.error ?? undefined,
    removalError: removal.error,
    turnOn: () => void turnOn(),
    turnOff: () => void turnOff(),
    choose,
  }
}
