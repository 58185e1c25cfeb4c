/** Finds the friend's code of a buyer. A wrong one refuses nothing: it only has no effect. docs/contract §24. */
import { isOwnReferral, isReferralCode } from '#domain/orders/referral.ts'
import { accepted, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { Code } from '#http/schemas.ts'
import { limitCodeGuesses } from '#platform/limits.ts'
import { findReferrer, getCustomer } from './queries/codes.ts'

type ReferralProblem = 'unknown' | 'own' | 'not-first'
export type FoundReferral = { code: string; problem: ReferralProblem | null; isTyped: boolean }

type ReferralInput = {
  promoCode?: string | undefined
  referralCode?: string | undefined
  /** Null or absent: a guest. */
  personId?: string | null | undefined
  ip: string
}

/** A known code that was typed as a promo code comes first, then the code of the visit. Null without either. */
export async function findReferral(
  deps: Pick<Deps, 'db'>,
  { promoCode, referralCode, personId = null, ip }: ReferralInput,
): Promise<FoundReferral | null> {
  const codeInput = Code.safeParse(promoCode ?? '').data ?? ''
  const typedProblem = isReferralCode(codeInput) ? await getReferralProblem(deps, codeInput, personId) : 'unknown'
  if (typedProblem !== 'unknown') return { code: codeInput, problem: typedProblem, isTyped: true }
  if (!referralCode) return null
  const code = Code.safeParse(referralCode).data ?? ''
  const lookUp = await limitCodeGuesses(deps.db, ip, async () => {
    const problem = isReferralCode(code) ? await getReferralProblem(deps, code, personId) : 'unknown'
    return problem === 'unknown' ? refused('PROMO_INVALID') : accepted(problem)
  })
  return { code, problem: lookUp.ok ? lookUp.value : 'unknown', isTyped: false }
}

/**
 * Null if the code gives this buyer a discount. Every guest gets it, whatever the address: nobody learns whether an address
 * is known, or is the referrer's. The reward is decided later, when the address is known to us alone.
 */
export async function getReferralProblem(
  { db }: Pick<Deps, 'db'>,
  code: string,
  personId: string | null,
): Promise<ReferralProblem | null> {
  const referrer = await findReferrer(db, code)
  if (!referrer) return 'unknown'
  const customer = personId ? await getCustomer(db, personId) : undefined
  if (!customer) return null
  if (isOwnReferral({ personId, email: customer.email }, referrer)) return 'own'
  return customer.isCustomer ? 'not-first' : null
}
