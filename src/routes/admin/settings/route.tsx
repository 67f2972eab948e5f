import { createFileRoute } from '@tanstack/react-router'
import { activateArea } from '#locales/activate.ts'

// A third of all words belongs to the settings: whoever looks after accounts does not wait for them.
export const Route = createFileRoute('/admin/settings')({
  beforeLoad: () => activateArea('settings'),
})
