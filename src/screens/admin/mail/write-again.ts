/**
 * The job that writes an e-mail of a kind anew, with new links, when an admin sends it again (docs/contract §34). Its
 * verb does nothing if the reason is over, and writes to this reader only. A kind without a line cannot be written again
 * for one reader, for example because it had a code that is not stored.
 */
import { certificateIssuedJob, certificateRevokedJob } from '#learn/certificates/queue.ts'
import { recordingAttachedJob } from '#learn/live/queue.ts'
import { accountIdentityRequestedJob, accountSignUpRequestedJob } from '#people/accounts/queue.ts'
import type { MailKind } from '#people/mailing/mail-kinds.ts'
import type { Job } from '#platform/jobs/define-job.ts'
import {
  balancePaidJob,
  disputeOpenedJob,
  enrolmentAskedJob,
  enrolmentOpenedJob,
  invitationAcceptedJob,
  orderCancelledJob,
  orderRefundedJob,
  orderReturnedJob,
  receiptAgainJob,
} from '#sell/checkout/queue.ts'
import { waitlistOfferedJob } from '#sell/waitlist/queue.ts'

export type EnqueueAgain = <Data extends object>(job: Job<Data>, data: Data) => Promise<void>
/** @param ids the parts of the dedupe key after the kind */
type WriteAgain = (enqueue: EnqueueAgain, ids: readonly string[]) => Promise<void>

const WRITE_AGAIN: Partial<Readonly<Record<MailKind, WriteAgain>>> = {
  'sign-up': (enqueue, [signUpId = '', mailNumber]) =>
    enqueue(accountSignUpRequestedJob, { signUpId, mailNumber: Number(mailNumber) }),
  'identity-proof': (enqueue, [proofId = '']) => enqueue(accountIdentityRequestedJob, { proofId }),
  receipt: (enqueue, [orderId = '']) => enqueue(receiptAgainJob, { orderId }),
  returned: (enqueue, [orderId = '']) => enqueue(orderReturnedJob, { orderId }),
  refund: (enqueue, [requestId = '', which]) =>
    enqueue(orderRefundedJob, { requestId, isDecided: which === 'undisputed' }),
  'cohort-cancelled': (enqueue, [orderId = '', cohortCode]) => enqueue(orderCancelledJob, { orderId, cohortCode }),
  'balance-paid': (enqueue, [orderId = '']) => enqueue(balancePaidJob, { orderId }),
  'dispute-open': (enqueue, [disputeId = '']) => enqueue(disputeOpenedJob, { disputeId }),
  'dispute-inquiry': (enqueue, [disputeId = '']) => enqueue(disputeOpenedJob, { disputeId }),
  'place-asked': (enqueue, [enrolmentId = '', askId = '']) => enqueue(enrolmentAskedJob, { enrolmentId, askId }),
  welcome: (enqueue, [enrolmentId = '', friendId]) =>
    enqueue(friendId ? invitationAcceptedJob : enrolmentOpenedJob, { enrolmentId }),
  'waitlist-offer': (enqueue, [offerId = '']) => enqueue(waitlistOfferedJob, { offerId }),
  'recording.ready': (enqueue, ids) => enqueue(recordingAttachedJob, { personId: ids[0], sessionId: ids.at(-1)! }),
  'certificate.issued': (enqueue, ids) => enqueue(certificateIssuedJob, { certificateId: ids.at(-1)! }),
  'certificate.revoked': (enqueue, ids) => enqueue(certificateRevokedJob, { certificateId: ids.at(-1)! }),
}

/** Null for a kind that cannot be written again, and for a kind of an earlier version. */
export function getWriteAgain(kind: string): WriteAgain | null {
  return Object.hasOwn(WRITE_AGAIN, kind) ? (WRITE_AGAIN[kind as MailKind] ?? null) : null
}
