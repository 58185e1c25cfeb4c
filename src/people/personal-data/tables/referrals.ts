/** Personal data of referrals. */
import type { PersonalTables } from '../table.ts'

export const referralTables: PersonalTables = {
  referral_code: {
    purpose: 'The codes of referral links',
    personal: { person_id: 'the owner', code: 'the link that the owner shares', created_at: 'when' },
    retainedBy: 'account',
    erasure: 'deleted',
    export: 'referrals',
  },
  referral: {
    purpose: 'New customers who came by somebody’s code, and the credit for them',
    personal: {
      referrer_id: 'who gets the credit',
      referred_person_id: 'the new customer, who brings credit only once',
      order_id: 'the new customer’s first order',
    },
    nonPersonal: 'currency',
    retainedBy: 'books',
    erasure: { retentionReason: 'accounting record; its people have no name any more' },
    export: 'referrals',
  },
}
