import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/addAccount')({ component: AddAccountScreen })

function AddAccountScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Add account`} />
}
