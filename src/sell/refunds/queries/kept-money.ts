/**
 * The parts of a payment that are not here any more, as SQL over the payment `p`, and what is left of it. One definition
 * for every figure. Indexes: refund_payment, dispute_payment.
 */
import { sql } from 'kysely'

/** Refunds on their way count: that money is promised. */
export const REFUNDED = sql`(select coalesce(sum(r.amount_minor), 0) from refund r
  where r.payment_id = p.id and r.state in ('queued', 'accepted'))`
/** A bank has this money until it decides. */
export const DISPUTED = sql`(select coalesce(sum(d.amount_minor), 0) from dispute d where d.payment_id = p.id and d.state = 'open')`
/** A bank took this money back for good. */
export const LOST = sql`(select coalesce(sum(d.amount_minor), 0) from dispute d where d.payment_id = p.id and d.state = 'lost')`
/** A refund of a disputed payment waits for the bank, so the two may be about the same money. */
export const KEPT = sql`greatest(0, p.amount_minor - ${REFUNDED} - ${DISPUTED} - ${LOST})`
