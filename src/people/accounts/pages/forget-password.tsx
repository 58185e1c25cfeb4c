import { createTitle } from '#ui/page-title.ts'
import { ForgotPassword } from '../parts/forgot-password.tsx'
import type { Route } from './+types/forget-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  createTitle(matches, 'Forgot your password'),
  { name: 'description', content: 'We’ll e-mail you a link to choose a new password.' },
]

export default function ForgetPassword() {
  return <ForgotPassword title="Forgot your password?" lead="It happens. Choose a new one in two minutes." />
}
