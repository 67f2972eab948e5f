import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/account/$accountId/edit')({ component: EditAccountScreen })

function EditAccountScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Edit account`} />
}
