import { createFileRoute } from '@tanstack/react-router'
import { activateArea } from '#locales/activate.ts'

// Who looks after accounts loads no words of servers and machines.
export const Route = createFileRoute('/admin/server')({
  beforeLoad: () => activateArea('servers'),
})
