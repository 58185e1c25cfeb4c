import { Forgotten } from '../parts/forgotten.tsx'
import type { Route } from './+types/forget-password.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Forgotten password · Understudy' },
  { name: 'description', content: 'A mail with a link lets you choose a new password.' },
  { name: 'robots', content: 'noindex' },
]

export default function ForgetPassword() {
  return <Forgotten title="Forgotten your password?" lead="That happens. Choose a new one in two minutes." />
}
