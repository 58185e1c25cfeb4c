/** What everybody knows about a demo: its accounts and gift cards. Contract §8. A database that holds one is no production database. */
import { type Money, money } from './money.ts'

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

export const DEMO_GIFT_CARDS: readonly { code: string; amount: Money }[] = [
  { code: 'GIFT-DEMO-0100', amount: money(100_00, 'USD') },
  { code: 'GIFT-DEMO-0500', amount: money(500_00, 'USD') },
]
