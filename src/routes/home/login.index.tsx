import { createFileRoute } from '@tanstack/react-router'
import { LoginForm } from '#features/session/LoginForm.tsx'

export const Route = createFileRoute('/home/login/')({ component: LoginForm })
