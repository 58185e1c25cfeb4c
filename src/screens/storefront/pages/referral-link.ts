import { redirect } from 'react-router'
import { isReferralCode } from '#domain/orders/referral.ts'
import type { Route } from './+types/referral-link.ts'

/** Leads the link that a person shares to the home page, which stores the code for this visit. */
export function loader({ params }: Route.LoaderArgs) {
  const code = params.code.trim().toUpperCase()
  return redirect(isReferralCode(code) ? `/?ref=${code}` : '/')
}
