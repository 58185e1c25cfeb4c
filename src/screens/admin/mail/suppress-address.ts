/** Stops optional e-mails to an address by hand, and allows them again. docs/contract §26 and §34. */
import { normaliseEmail } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import type { AuditAction } from '#people/audit-log/actions.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { deleteSuppression, putSuppression } from '#people/mailing/queries/suppressions.ts'
import type { SuppressionReason } from '#people/mailing/suppression-reasons.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'

type NewSuppression = { email: string; reason: SuppressionReason; note: string }

/** A complaint replaces a bounce. Otherwise a repeat changes nothing. */
export function suppressAddress(
  deps: Deps,
  by: string,
  { email, reason, note }: NewSuppression,
): Promise<Outcome<{ email: string }>> {
  const address = normaliseEmail(email)
  return inOneTransaction(deps.db, async (tx) => {
    await putSuppression(tx, { address, reason, detail: note })
    await record(deps, tx, { by, action: 'mail-suppressed', address, reason })
    return accepted({ email: address })
  })
}

export function liftSuppression(deps: Deps, by: string, email: string): Promise<Outcome<{ email: string }>> {
  const address = normaliseEmail(email)
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await deleteSuppression(tx, address))) return refused('SUPPRESSION_NOT_FOUND')
    await record(deps, tx, { by, action: 'mail-suppression-lifted', address })
    return accepted({ email: address })
  })
}

type Change = { by: string; action: AuditAction; address: string; reason?: SuppressionReason }

/** The log contains no address. An account is named by its id. */
async function record(deps: Deps, tx: Tx, { by, action, address, reason }: Change): Promise<void> {
  const person = await personByEmail(tx, address)
  await recordEvent(deps, tx, {
    actor: { kind: 'admin', id: by },
    action,
    object: person ? { kind: 'account', id: person.id } : { kind: 'mail', id: null },
    ...(reason && { details: { reason } }),
  })
}
