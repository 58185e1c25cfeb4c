/** Enrolments of a test in any state of access, written as rows. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '#http/deps.ts'
import { DISPUTE_LOST_REASON } from '#learn/enrolments/end-seats.ts'
import { transact } from '#platform/db/transaction.ts'

export type EnrolmentFields = {
  state?: 'unconfirmed' | 'active' | 'cancelled'
  /** Ended because the bank took the payment back. */
  isDisputeLost?: boolean
  frozenAt?: Date | null
  pausedAt?: Date | null
  accessEndsAt?: Date | null
  createdAt?: Date
  /** Another person bought the seat. */
  buyerId?: string
}

/** A paid order with one seat of a cohort that is not cancelled yet. */
export function givenEnrolment(
  { db }: Pick<Deps, 'db'>,
  personId: string,
  cohortCode: string,
  fields: EnrolmentFields = {},
): Promise<{ enrolmentId: string; orderId: string }> {
  const { state = 'active', isDisputeLost = false, frozenAt = null, pausedAt = null, accessEndsAt = null } = fields
  const deposit = {
    payment_type: 'deposit' as const,
    deposit_minor: 100,
    balance_due_at: pausedAt,
    paused_at: pausedAt,
  }
  return transact(db, async (tx) => {
    const { id: orderId } = await tx
      .insertInto('orders')
      .values({
        state: 'complete',
        completed_at: new Date(),
        product: 'cohort',
        cohort_code: cohortCode,
        offer_code: cohortCode,
        seats: 1,
        currency: 'USD',
        subtotal_minor: 1000,
        total_minor: 1000,
        email: `${randomUUID()}@understudy.test`,
        name: 'Demo Person',
        timezone_id: 'UTC',
        person_id: fields.buyerId ?? personId,
        terms_accepted_at: new Date(),
        ...(pausedAt ? deposit : { payment_type: 'full' as const }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: enrolmentId } = await tx
      .insertInto('enrolment')
      .values({
        person_id: personId,
        cohort_code: cohortCode,
        order_id: orderId,
        state,
        expires_at: state === 'unconfirmed' ? new Date(Date.now() + 3_600_000) : null,
        cancel_reason: state === 'cancelled' && isDisputeLost ? DISPUTE_LOST_REASON : null,
        frozen_at: frozenAt,
        access_ends_at: accessEndsAt,
        ...(fields.createdAt && { created_at: fields.createdAt }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { enrolmentId, orderId }
  })
}

/** Cancels a cohort whose enrolments have not ended yet. */
export async function cancelCohortRow({ db }: Pick<Deps, 'db'>, cohortCode: string): Promise<void> {
  await transact(db, async (tx) => {
    await tx.insertInto('cohort_cancellation').values({ cohort_code: cohortCode, reason: 'A test' }).execute()
    await tx.updateTable('cohort').set({ state: 'cancelled' }).where('cohort_code', '=', cohortCode).execute()
  })
}
