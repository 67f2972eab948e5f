import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { isLanguage } from '#locales/activate.ts'

/** Syncs what is outside the page: the number on the app's icon, and this browser's push subscription. */
export function PushSync({ unread }: { unread: number }) {
  const { i18n } = useLingui()
  const { locale } = i18n
  useEffect(() => {
    if (!isLanguage(locale)) return
    // What cannot be done now is done at the next start.
    void import('./renew.ts').then(({ renewPush }) => renewPush(locale)).catch(() => undefined)
  }, [locale])
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    // Where the app is not installed there is no icon to put it on.
    void (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(
      () => undefined,
    )
  }, [unread])
  return null
}
