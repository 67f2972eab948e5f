import { useLingui } from '@lingui/react/macro'
import { createFileRoute, useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { BesideArea } from '#features/session/BesideArea.tsx'
import { activateArea } from '#locales/activate.ts'

const ServersBeside = lazy(() => import('./-ServersBeside.tsx'))

// Who looks after accounts loads no words of servers and machines.
export const Route = createFileRoute('/admin/server')({
  beforeLoad: () => activateArea('servers'),
  component: ServersArea,
})

function ServersArea() {
  const { t } = useLingui()
  const { serverId } = useParams({ strict: false })
  return (
    <BesideArea
      label={t`Servers`}
      list={serverId !== undefined && <ServersBeside open={Number(serverId)} />}
    />
  )
}
