/** The audit of referrals: rewards in the books, and what became of debts. */
import { sql } from 'kysely'

export const REFERRAL_QUESTION = {
  id: 'Q4h',
  promise: 'Each reward for a referral is in the books once, and what could not be taken back lowers later rewards',
  violations: sql<Record<string, unknown>>`select r.id::text as subject, r.state from referral r cross join lateral (
      select coalesce(sum(-e.amount) filter (where t.kind = 'reward'), 0) as given,
        coalesce(sum(e.amount) filter (where t.kind = 'reward-reversed'), 0) as taken
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        and e.account_id = 'credit:' || r.referrer_id || ':' || r.currency
      where t.kind in ('reward', 'reward-reversed') and t.reference = r.id) n
    where n.given <> r.credited_minor or n.taken <> r.taken_back_minor
    union all select referrer_id::text, 'debts' from referral where state in ('rewarded', 'reversed')
      group by referrer_id, currency having sum(reward_minor - credited_minor)
        <> coalesce(sum(reward_minor - taken_back_minor - debt_minor) filter (where state = 'reversed'), 0)`,
}
