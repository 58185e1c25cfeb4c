import { ChoosePasswordPage } from '../parts/choose-password-page.tsx'
import type { Route } from './+types/set-password.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Set a password · Understudy' },
  { name: 'robots', content: 'noindex' },
]

export default function SetPassword() {
  return (
    <ChoosePasswordPage
      title="Set a password"
      lead="One password, and your courses are yours on any device."
      life="for seven days"
    />
  )
}
