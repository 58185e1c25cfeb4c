import { createTitle } from '#ui/page-title.ts'
import { ChoosePasswordPage } from '../parts/choose-password-page.tsx'
import type { Route } from './+types/reset-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Choose a new password')]

export default function ResetPassword() {
  return (
    <ChoosePasswordPage
      title="Choose a new password"
      lead="We’ll log out all your devices, then log you in here with the new password."
      validity="within 30 minutes"
    />
  )
}
