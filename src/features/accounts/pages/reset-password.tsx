import { ChoosePasswordPage } from '../parts/choose-password-page.tsx'
import type { Route } from './+types/reset-password.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Choose a new password · Understudy' },
  { name: 'robots', content: 'noindex' },
]

export default function ResetPassword() {
  return (
    <ChoosePasswordPage
      title="Choose a new password"
      lead="Every device that is logged in now is logged out then. This one comes back with the new password."
      life="within 30 minutes"
    />
  )
}
