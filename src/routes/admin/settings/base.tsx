import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/base')({ component: BaseSettingScreen })

function BaseSettingScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Base settings`} />
}
