import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/user/macAddress')({ component: MacAddressScreen })

function MacAddressScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`MAC addresses`} back="/user/settings" />
}
