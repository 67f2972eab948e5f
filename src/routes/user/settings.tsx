import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/user/settings')({ component: SettingsScreen })

function SettingsScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Settings`} />
}
