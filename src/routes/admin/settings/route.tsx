import { createFileRoute } from '@tanstack/react-router'
import { activateArea } from '#locales/activate.ts'

// A third of all words belongs to the settings: admins who only manage accounts do not load them.
export const Route = createFileRoute('/admin/settings')({
  beforeLoad: () => activateArea('settings'),
})
