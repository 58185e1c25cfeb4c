/** Erases a person who asked for it, after the effects were read. docs/contract §47. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effect, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { eraseInTransaction } from '#screens/portal/delete-account.ts'
import { countErasure, type ErasureCounts } from '../queries/people.ts'
import { lockOther } from './help-person.ts'

export function erasePerson(
  deps: Deps,
  admin: ActingPerson,
  { personId, email, ...confirmation }: Confirmation & { personId: string; email?: string | undefined },
): Promise<Outcome<Effects>> {
  return changeWithEffects(deps.db, { change: { erase: personId }, ...confirmation }, async (tx) => {
    const other = await lockOther(tx, admin, 'person.erase', personId)
    if (!other.ok) return other
    const { name, email: address } = other.value
    if (!confirmation.preview && email !== address)
      return refused('FIELD_INVALID', { fields: { email: 'This is not the address of this person' } })
    const effects = listEffects(name || address, await countErasure(tx, { id: personId, email: address }))
    const erased = await eraseInTransaction(deps, tx, personId, { kind: 'admin', id: admin.personId })
    if (erased.ok) return accepted(effects)
    return erased.refusal.code === 'ORDER_OPEN' ? refused('PERSON_BUSY') : erased
  })
}

function listEffects(name: string, counts: ErasureCounts): Effect[] {
  const { seats, orders, certificates, courses, has_profile } = counts
  return [
    {
      code: 'data-removed',
      count: 1,
      message: `Name, address, phone number, log-ins, messages and e-mails of ${name} are removed for good.`,
    },
    ...(seats > 0
      ? [
          {
            code: 'seats-end',
            count: seats,
            message: `${amount(seats, 'seat ends', 'seats end')} now. No money goes back.`,
          },
        ]
      : []),
    ...(certificates > 0
      ? [
          {
            code: 'certificates-revoked',
            count: certificates,
            message: `${amount(certificates, 'certificate is', 'certificates are')} revoked, without the name.`,
          },
        ]
      : []),
    ...(courses > 0
      ? [
          {
            code: 'course-orphaned',
            count: courses,
            message: `${amount(courses, 'course has', 'courses have')} no creator then, so the owners of the site decide about it.`,
          },
        ]
      : []),
    ...(has_profile
      ? [
          {
            code: 'profile-emptied',
            count: 1,
            message: 'The teacher’s page loses photo, biography, quote and links. The name stays on published courses.',
          },
        ]
      : []),
    ...(orders > 0
      ? [
          {
            code: 'books-stay',
            count: orders,
            message: `${amount(orders, 'order stays with its payments and invoice', 'orders stay with their payments and invoices')}, without name and address: bookkeeping law requires it.`,
          },
        ]
      : []),
  ]
}

const amount = (count: number, one: string, several: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${several}`
