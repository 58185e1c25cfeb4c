import { createTitle } from '#ui/page-title.ts'
import { ChoosePasswordPage } from '../parts/choose-password-page.tsx'
import type { Route } from './+types/set-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Set a password')]

export default function SetPassword() {
  return (
    <ChoosePasswordPage
      title="Set a password"
      lead="Choose a password, and log in with it on any device."
      validity="for seven days"
    />
  )
}
