/**
 * The publicly known accounts and gift cards of a demo. docs/contract §8. A database that holds one is not a
 * production database.
 */
import { type Money, money } from './money/money.ts'

const ZONE = 'Europe/London'

export const DEMO_LEARNER = {
  email: 'learner@understudy.test',
  name: 'Leo Learner',
  roles: ['learner'],
  timezoneId: ZONE,
}

export const DEMO_ACCOUNTS = [
  DEMO_LEARNER,
  { email: 'creator@understudy.test', name: 'Cleo Creator', roles: ['learner', 'creator'], timezoneId: ZONE },
  { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'], timezoneId: ZONE },
]

/** The courses that the demo's creator teaches. */
export const DEMO_CREATOR = { email: 'creator@understudy.test', courseCodes: ['NG', 'MCOM', 'MCOM2'] }

export const DEMO_GIFT_CARDS: readonly { code: string; amount: Money }[] = [
  { code: 'GIFT-DEMO-0100', amount: money(100_00, 'USD') },
  { code: 'GIFT-DEMO-0500', amount: money(500_00, 'USD') },
]
