import { FormFrame } from '#ui/frame/form-frame.tsx'
import { createTitle } from '#ui/page-title.ts'
import type { Route } from './+types/account-deleted.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Account deleted')]

export default function AccountDeleted() {
  return (
    <FormFrame title="Your account is deleted" lead="Thank you for learning with us. You’re welcome back any time." />
  )
}
