import { createFileRoute } from '@tanstack/react-router'
import { activateArea } from '#locales/activate.ts'

export const Route = createFileRoute('/admin/user')({
  beforeLoad: () => activateArea('users'),
})
