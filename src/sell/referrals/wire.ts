/** A person's referrals. docs/contract §24. */
import { z } from 'zod'
import { REFERRAL_STATES } from '#domain/orders/referral.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire } from '#http/schemas.ts'

const OwnReferrals = z.object({
  code: z.string(),
  url: z.string(),
  /** The link as a QR code: an SVG path over `size` squares. */
  qr: z.object({ path: z.string(), size: z.number() }),
  /** The friend's discount. */
  percentOff: z.number(),
  /** The credit for one friend. */
  reward: MoneyWire,
  /** The person's available credit. */
  credit: MoneyWire,
  /** Used credit that should have been taken back, at most one sum for each currency. It lowers the next rewards. */
  debts: z.array(MoneyWire),
  /** The newest 200. A friend's first name is all that is shown. */
  friends: z.array(
    z.object({
      referralId: z.string(),
      firstName: z.string(),
      enrolledAt: Instant,
      state: z.enum(REFERRAL_STATES),
      reward: MoneyWire,
      /** When a pending reward is decided. */
      dueAt: Instant.nullable(),
      decidedAt: Instant.nullable(),
    }),
  ),
})
export type OwnReferrals = z.infer<typeof OwnReferrals>

export const ownReferrals = endpoint({
  host: 'login',
  method: 'GET',
  path: 'referrals',
  summary: 'The logged-in person’s referral code, link and friends',
  actor: 'learner',
  answers: { 200: z.object({ data: OwnReferrals }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
