/**
 * The audit: one statement for each promise about money, seats and certificates. Every row that comes back is a
 * violation. Run by `npm run u -- audit`, after every torture, and by nothing that is in a hurry.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'
import { MESSAGE_QUESTION } from './audit-messages.ts'
import { REFERRAL_QUESTION } from './audit-referrals.ts'

type Question = { id: string; promise: string; violations: RawBuilder<Record<string, unknown>> }

const QUESTIONS: readonly Question[] = [
  {
    id: 'Q1',
    promise: 'An order keeps at most one charge for each of its parts, and nothing is paid back that was not paid',
    violations: sql`select p.order_id::text as subject, p.purpose, count(*) filter (where p.state = 'complete' and p.provider <> 'none')::int as kept
      from payment p group by p.order_id, p.purpose having count(*) filter (where p.state = 'complete' and p.provider <> 'none') > 1 or bool_or(p.refunded_minor > p.amount_minor)`,
  },
  {
    id: 'Q1b',
    promise: 'No order keeps more than it costs',
    violations: sql`select o.id::text as subject, o.total_minor::int, sum(p.amount_minor)::int as kept
      from orders o join payment p on p.order_id = o.id and p.state = 'complete' group by o.id having sum(p.amount_minor) > o.total_minor`,
  },
  {
    id: 'Q1c',
    promise: 'What went back of a payment is its refunds, and each request is its parts and its lines',
    violations: sql`select p.id::text as subject, p.refunded_minor::int as refunded from payment p
        where p.refunded_minor <> (select coalesce(sum(r.amount_minor), 0) from refund r where r.payment_id = p.id and r.state = 'accepted')
      union all select q.id::text, q.amount_minor::int from refund_request q
        where q.amount_minor <> (select coalesce(sum(r.amount_minor), 0) from refund r where r.request_id = q.id and r.state not in ('failed', 'void'))
          or q.amount_minor <> (select coalesce(sum(l.amount_minor), 0) from refund_request_line l where l.request_id = q.id)
      union all select o.id::text, o.waived_minor::int from orders o
        where o.waived_minor <> (select coalesce(sum(l.waived_minor), 0) from order_line l where l.order_id = o.id)`,
  },
  {
    id: 'Q2a',
    promise: 'Every charge that was kept has its enrolment',
    violations: sql`select p.id::text as subject from payment p join orders o on o.id = p.order_id
      where p.state = 'complete' and (o.state <> 'complete' or (o.seats > (select count(*) from enrolment e where e.order_id = o.id)))`,
  },
  {
    id: 'Q2b',
    promise: 'Every enrolment has a charge of all that was due at once, or an order over nothing',
    violations: sql`select e.id::text as subject from enrolment e join orders o on o.id = e.order_id
      where e.state <> 'cancelled' and coalesce((select sum(p.amount_minor) from payment p where p.order_id = o.id and p.state = 'complete'), -1) < coalesce(o.deposit_minor, o.total_minor)`,
  },
  {
    id: 'Q2c',
    promise: 'The lines of an order are its seats or its gift card, and add up to what it costs',
    violations: sql`select o.id::text as subject, o.seats, count(l.id)::int as lines, (o.total_minor - coalesce(sum(l.amount_minor), 0))::int as off
      from orders o left join order_line l on l.order_id = o.id
      group by o.id having count(l.id) filter (where l.kind = 'seats') <> o.seats
        or count(l.id) filter (where l.kind = 'gift-card') <> (o.product = 'gift-card')::int
        or coalesce(sum(l.amount_minor), 0) <> o.total_minor`,
  },
  {
    id: 'Q2d',
    promise: 'An order over nothing is complete at once, and never met a provider',
    violations: sql`select o.id::text as subject, o.state from orders o where o.total_minor = 0 and (o.state <> 'complete'
        or not exists (select from payment p where p.order_id = o.id and p.method = 'none') or exists (select from payment p where p.order_id = o.id and p.method <> 'none'))
      union all select o.id::text, o.state from orders o join payment p on p.order_id = o.id where p.method = 'none' and o.total_minor > 0`,
  },
  {
    id: 'Q3',
    promise: 'Seats taken are enrolments, live holds and open waitlist offers, and never more than there are',
    violations: sql`select c.cohort_code as subject, c.capacity, c.taken, n.enrolled, n.held, n.offered from cohort c cross join lateral (
        select (select count(*) from enrolment e where e.cohort_code = c.cohort_code and e.state <> 'cancelled')::int as enrolled,
               (select coalesce(sum(h.seats), 0) from seat_hold h where h.cohort_code = c.cohort_code and h.state = 'live' and h.waitlist_offer_id is null)::int as held,
               (select coalesce(sum(w.seats), 0) from waitlist_offer w where w.cohort_code = c.cohort_code and w.state = 'offered')::int as offered) n
      where c.taken <> n.enrolled + n.held + n.offered or c.taken > c.capacity`,
  },
  {
    id: 'Q3b',
    promise: 'The counter of active enrolments of a cohort is their number',
    violations: sql`select c.cohort_code as subject, c.enrolled, n.active from cohort c cross join lateral (
        select count(*)::int as active from enrolment e where e.cohort_code = c.cohort_code and e.state = 'active') n
      where c.enrolled <> n.active`,
  },
  {
    id: 'Q4a',
    promise: 'Every transaction of the books sums to nothing',
    violations: sql`select e.transaction_id::text as subject, a.currency, sum(e.amount)::int as off from ledger_entry e
      join ledger_account a on a.id = e.account_id group by 1, 2 having sum(e.amount) <> 0`,
  },
  {
    id: 'Q4b',
    promise: 'Every balance that is kept is the sum of its entries',
    violations: sql`select a.id as subject, a.balance::int, coalesce(sum(e.amount), 0)::int as entries from ledger_account a
      left join ledger_entry e on e.account_id = a.id where a.balance is not null
      group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
  },
  {
    id: 'Q4c',
    promise: 'Every charge is in the books, and every refund for as long as it stands',
    violations: sql`select p.id::text as subject from payment p where p.amount_minor > 0 and p.state in ('complete', 'refund-pending', 'returned')
        and not exists (select from ledger_transaction t where t.kind = 'charge' and t.reference = p.id)
      union all select r.id::text from refund r where case r.state when 'accepted' then r.amount_minor else 0 end <> (
        select coalesce(sum(e.amount), 0) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        join ledger_account a on a.id = e.account_id and a.kind = 'refunds'
        where t.kind in ('refund', 'refund-failed') and t.reference = r.id)`,
  },
  {
    id: 'Q4d',
    promise: 'What is held of gift cards and credit is what unpaid orders have in hand',
    violations: sql`with held as (select a.currency, -sum(e.amount) as booked from ledger_account a
          join ledger_entry e on e.account_id = a.id where a.kind = 'held' group by a.currency),
        pending as (select p.currency, sum(p.amount_minor) as wanted from payment p where p.account_id is not null and p.state = 'pending' group by p.currency)
      select coalesce(h.currency, p.currency) as subject, h.booked::int, p.wanted::int from held h full join pending p on p.currency = h.currency
      where coalesce(h.booked, 0) <> coalesce(p.wanted, 0)`,
  },
  {
    id: 'Q4e',
    promise: 'Nobody spent more of a gift card or of credit than there was',
    violations: sql`select a.id as subject, a.balance::int from ledger_account a where a.kind in ('gift-card', 'credit') and a.balance > 0`,
  },
  {
    id: 'Q4f',
    promise: 'Every gift card that was delivered was paid for, and what was put on it is its issue',
    violations: sql`select g.order_id::text as subject from gift_card_purchase g join orders o on o.id = g.order_id
        where g.delivered_at is not null and o.state <> 'complete'
      union all select c.id::text from gift_card c where c.issued_minor <> coalesce((select -e.amount from ledger_transaction t
        join ledger_entry e on e.transaction_id = t.id and e.account_id = 'gift-card:' || c.id where t.kind = 'issue' and t.reference = c.id), 0)`,
  },
  {
    id: 'Q4g',
    promise: 'The books show every movement of a dispute, a lost dispute as a loss, and no other dispute as one',
    violations: sql`select m.id::text as subject, m.kind from dispute_movement m where coalesce((
        select sum(abs(e.amount)) / 2 from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        where t.kind = 'dispute' and t.reference = m.id), 0) <> m.amount_minor
        or coalesce((select sum(e.amount) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
          join ledger_account a on a.id = e.account_id and a.kind = 'dispute-losses'
          where t.kind = 'dispute-fee' and t.reference = m.id), 0) <> m.fee_minor
      union all select d.id::text, d.state from dispute d cross join lateral (
        select coalesce(sum(case m.kind when 'withdrawn' then m.amount_minor when 'reinstated' then -m.amount_minor else 0 end), 0) as taken,
          coalesce(sum(case m.kind when 'written-off' then m.amount_minor when 'recovered' then -m.amount_minor else 0 end), 0) as lost
        from dispute_movement m where m.dispute_id = d.id) n
      where n.lost <> case d.state when 'lost' then greatest(0, n.taken) else 0 end`,
  },
  REFERRAL_QUESTION,
  MESSAGE_QUESTION,
  {
    id: 'Q5',
    promise: 'The uses of a code are its paid and unpaid orders, and never more than there are',
    violations: sql`select c.code as subject, c.uses, c.use_limit, n.orders from promo_code c cross join lateral (
        select count(*)::int as orders from orders o where o.promo_code = c.code and o.state in ('open', 'complete')) n
      where c.uses <> n.orders or c.uses > c.use_limit`,
  },
  {
    id: 'Q6',
    promise: 'No mail waits longer than ten minutes',
    violations: sql`select id::text as subject, state, attempts from mail
      where state in ('queued', 'sending') and greatest(created_at, send_after, sending_since) < now() - interval '10 minutes'`,
  },
  {
    id: 'Q8',
    promise: 'Nothing ever moved in a way that its state machine does not know',
    violations: sql`select h.subject_id::text as subject, h.machine, h.from_state, h.to_state from state_history h
      where not exists (select from transition t where t.machine = h.machine and t.from_state = h.from_state and t.to_state = h.to_state)`,
  },
  {
    id: 'Q9',
    promise: 'No hold outlives its time, unless its payment is still processing',
    violations: sql`select h.order_id::text as subject, h.expires_at from seat_hold h where h.state = 'live' and h.expires_at < now() - interval '3 minutes'
      and not exists (select from payment p where p.order_id = h.order_id and p.state = 'pending')`,
  },
  {
    id: 'Q10a',
    promise: 'Nobody has or holds a seat in a cancelled cohort',
    violations: sql`select e.id::text as subject, e.cohort_code, e.state from enrolment e join cohort c on c.cohort_code = e.cohort_code
        where c.state = 'cancelled' and e.state <> 'cancelled'
      union all select h.order_id::text, h.cohort_code, h.state from seat_hold h join cohort c on c.cohort_code = h.cohort_code
        where c.state = 'cancelled' and h.state = 'live'`,
  },
  {
    id: 'Q10b',
    promise:
      'Each order of a cancelled cohort is ended within 15 minutes, unless its payment is still processing, and all that was paid goes back, unless a bank took it back',
    violations: sql`select x.order_id::text as subject, x.cohort_code from cohort_cancellation_order x
        join cohort_cancellation c on c.cohort_code = x.cohort_code
        where x.done_at is null and c.cancelled_at < now() - interval '15 minutes'
          and not exists (select from payment p where p.order_id = x.order_id and p.state in ('pending', 'declined') and p.provider <> 'none')
      union all select o.id::text, o.cohort_code from cohort_cancellation_order x join orders o on o.id = x.order_id
        where x.done_at is not null and (o.state = 'open' or o.state = 'complete' and exists (
          select from order_line l where l.order_id = o.id and l.refunded_minor + l.waived_minor <> l.amount_minor
            and x.cohort_code = coalesce((select e.cohort_code from enrolment e where e.order_id = o.id and e.seat = l.position + 1
              order by e.state = 'cancelled', e.id desc limit 1), x.cohort_code))
            and not exists (select from payment p join dispute d on d.payment_id = p.id where p.order_id = o.id and d.state = 'lost'))`,
  },
  {
    id: 'Q10d',
    promise: 'The dates of each seat are those that were bought, or those of its last move, within one course',
    violations: sql`select e.id::text as subject, e.cohort_code, n.expected from enrolment e join orders o on o.id = e.order_id cross join lateral (
          select coalesce((select m.to_cohort_code from seat_move m where m.order_id = e.order_id and m.seat = e.seat
            order by m.moved_at desc, m.id desc limit 1), o.cohort_code) as expected) n
        where e.state <> 'cancelled' and e.cohort_code is distinct from n.expected
      union all select m.id::text, m.from_cohort_code, n.expected from seat_move m join orders o on o.id = m.order_id cross join lateral (
          select coalesce((select p.to_cohort_code from seat_move p where p.order_id = m.order_id and p.seat = m.seat
            and (p.moved_at, p.id) < (m.moved_at, m.id) order by p.moved_at desc, p.id desc limit 1), o.cohort_code) as expected) n
        where m.from_cohort_code is distinct from n.expected
      union all select m.id::text, m.from_cohort_code, m.to_cohort_code from seat_move m
        join cohort a on a.cohort_code = m.from_cohort_code join cohort b on b.cohort_code = m.to_cohort_code
        where a.course_code <> b.course_code`,
  },
  {
    id: 'Q10c',
    promise: 'Each cancelled cohort says who cancelled it and why, and no other cohort does',
    violations: sql`select coalesce(h.cohort_code, c.cohort_code) as subject, h.state from cohort_cancellation c
      full join (select * from cohort where state = 'cancelled') h on h.cohort_code = c.cohort_code
      where c.cohort_code is null or h.cohort_code is null`,
  },
  {
    id: 'Q11',
    promise: 'No unconfirmed place outlives its time',
    violations: sql`select id::text as subject, cohort_code, expires_at from enrolment where state = 'unconfirmed' and expires_at < now() - interval '15 minutes'`,
  },
  {
    id: 'Q12',
    promise: 'Seats and gift cards are frozen exactly while a dispute is open, and end with a lost one',
    violations: sql`with disputed as (
        select p.order_id, bool_or(d.state = 'open') as is_open, bool_or(d.state = 'lost') as is_lost
        from dispute d join payment p on p.id = d.payment_id and p.state = 'complete' group by p.order_id)
      select e.id::text as subject, 'enrolment' as what from enrolment e left join disputed d on d.order_id = e.order_id
        where e.state <> 'cancelled' and (coalesce(d.is_lost, false) or (e.frozen_at is not null) <> coalesce(d.is_open, false))
      union all select a.id, 'gift card' from gift_card_purchase g join ledger_account a on a.id = 'gift-card:' || g.gift_card_id
        left join disputed d on d.order_id = g.order_id where (a.frozen_at is not null) <> coalesce(d.is_open or d.is_lost, false)`,
  },
  {
    id: 'Q13',
    promise: 'The storage of a course is the sum of its files, and its reservations are the sum of its uploads',
    violations: sql`select coalesce(s.course_code, a.course_code) as subject, s.used_bytes::float8 as used, a.used::float8 as files,
        s.reserved_bytes::float8 as reserved, a.reserved::float8 as uploads
      from course_storage s full join (
        select asset.course_code, coalesce(sum(asset.bytes) filter (where asset.sha256 is not null), 0) as used,
          coalesce(sum(upload.length), 0) as reserved
        from asset left join upload on upload.asset_id = asset.id where asset.course_code is not null
        group by asset.course_code) a on a.course_code = s.course_code
      where coalesce(s.used_bytes, 0) <> coalesce(a.used, 0) or coalesce(s.reserved_bytes, 0) <> coalesce(a.reserved, 0)`,
  },
  {
    id: 'Q14',
    promise: 'A step of processing runs under a lease, and waits again within an hour of its end',
    violations: sql`select asset_id::text as subject, step, leased_until from media_step
      where state = 'running' and leased_until < now() - interval '1 hour'`,
  },
  {
    id: 'Q15',
    promise:
      'A completion has its certificate where the course gave one, no certificate is without a completion, and each has its credential',
    violations: sql`select done.person_id::text as subject, done.course_code, 'no certificate' as what from course_completion done
        where done.gives_certificate and not exists (
          select from certificate c where c.person_id = done.person_id and c.course_code = done.course_code)
      union all select c.id::text, c.course_code, 'no completion' from certificate c where not exists (
          select from course_completion done where done.person_id = c.person_id and done.course_code = c.course_code and done.gives_certificate)
      union all select c.id::text, c.course_code, 'credential' from certificate c
        where c.issued_at < now() - interval '15 minutes'
          and (c.state = 'issued') <> exists (select from credential where certificate_id = c.id and revoked_at is null)`,
  },
  {
    id: 'Q16',
    promise:
      'Invoices and credit notes are numbered without gaps, except those that a restore left out, each kept payment has an invoice, and credit notes are what was refunded or waived, with their share of the tax',
    violations: sql`with skipped as (
        select details ->> 'series' as series, (details ->> 'firstNumber')::bigint as first, (details ->> 'lastNumber')::bigint as last
        from audit_event where action = 'numbers-skipped')
      select s.series as subject, 'gap' as what from document_series s cross join lateral (
        select count(*) as documents, coalesce(max(d.number), 0) as last, count(*) filter (where exists (
          select from skipped k where k.series = s.series and d.number between k.first and k.last)) as skipped
        from (
          select number from invoice where s.series = 'invoice' union all select number from credit_note where s.series = 'credit-note') d) n
        cross join lateral (select coalesce(sum(k.last - k.first + 1), 0) as numbers from skipped k where k.series = s.series) k
        where n.documents + k.numbers <> s.last_number or n.last > s.last_number or n.skipped > 0
      union all select p.id::text, 'payment without an invoice' from payment p where p.state = 'complete' and p.amount_minor > 0
        and not exists (select from invoice i where i.order_id = p.order_id)
      union all select i.order_id::text, 'invoice' from invoice i join orders o on o.id = i.order_id
        where o.state <> 'complete' or i.amount_minor <> o.total_minor or i.currency <> o.currency
      union all select i.order_id::text, 'credit notes' from invoice i
        where (select coalesce(sum(l.refunded_minor + l.waived_minor), 0) from order_line l where l.order_id = i.order_id)
          <> (select coalesce(sum(c.amount_minor), 0) from credit_note c where c.order_id = i.order_id)
      union all select i.order_id::text, 'tax' from invoice i join orders o on o.id = i.order_id cross join lateral (
          select coalesce(sum(c.amount_minor), 0)::bigint as minor, coalesce(sum(c.tax_minor), 0) as tax
          from credit_note c where c.order_id = i.order_id) credited
        where o.tax_minor - credited.tax <> included_tax(i.amount_minor - credited.minor, o.tax_rate)
      union all select c.number::text, 'lines' from credit_note c
        where c.amount_minor <> (select coalesce(sum(l.amount_minor), 0) from credit_note_line l where l.credit_note_number = c.number)`,
  },
]

export type Answered = { id: string; promise: string; violations: Record<string, unknown>[] }

export async function askAll(db: Db): Promise<Answered[]> {
  const answers: Answered[] = []
  for (const { id, promise, violations } of QUESTIONS)
    answers.push({ id, promise, violations: (await violations.execute(db)).rows })
  return answers
}

/** The amounts of our accepted refunds, by the provider's id of the refund. */
export async function ourRefunds(db: Db, provider: PaymentProvider, since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{
    id: string
    minor: number
  }>`select r.provider_refund_id as id, sum(r.amount_minor)::int as minor
    from refund r join payment p on p.id = r.payment_id and p.provider = ${provider}
    where r.state = 'accepted' and r.created_at >= ${since} group by 1`.execute(db)
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}

/** Our payments less their refunds, by the provider's id of the payment. */
export async function ourCharges(
  db: Db,
  provider: PaymentProvider,
): Promise<Map<string, { netMinor: number; state: string }>> {
  const rows = await db
    .selectFrom('payment')
    .select(['provider_intent_id', 'state', sql<number>`(amount_minor - refunded_minor)::int`.as('netMinor')])
    .where('provider', '=', provider)
    .where('provider_intent_id', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.provider_intent_id ?? '', { netMinor: row.netMinor, state: row.state }]))
}
