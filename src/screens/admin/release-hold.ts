/**
 * Ends the hold of a restored installation. The providers are asked first what they charged, paid back and disputed since
 * the backup, and accounts that were deleted since are deleted again. See `docs/contract` §41.
 */
import type { Deps } from '#http/deps.ts'
import { prolongUnconfirmed } from '#learn/enrolments/queries/unconfirmed.ts'
import { prolongOffers } from '#learn/enrolments/queries/waitlist-offers.ts'
import { prolongQueuedMails } from '#people/mailing/queries/delivery.ts'
import { listErasuresToRepeat, removeErasureToRepeat } from '#platform/backup/erasure-list.ts'
import { getHold, removeHold } from '#platform/backup/hold.ts'
import { transact } from '#platform/db/transaction.ts'
import { eraseAccount } from '#screens/portal/delete-account.ts'
import { reconcile, syncLostCharges, syncLostDisputes, syncLostRefunds } from '#sell/payments/reconcile.ts'
import { compareWithProviders } from './audit-money.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Clocks differ, and a charge may take a while. */
const MARGIN_MS = 60 * 60 * 1000

export type Release = {
  /** False: nothing was held, or there are differences or open erasures that nobody accepted. */
  isReleased: boolean
  wasHeld: boolean
  /** One sentence and its rows for each way in which the providers know more than the restored database. */
  differences: { promise: string; violations: readonly Record<string, unknown>[] }[]
  repeatedErasures: number
  /** Accounts that cannot be deleted again yet, with the code of the reason. */
  openErasures: { personId: string; code: string }[]
}

/** Without a hold, it only repeats open erasures. @throws if a provider does not answer; the hold stays then */
export async function releaseHold(deps: Deps, acceptsDifferences: boolean): Promise<Release> {
  const hold = await getHold(deps.db)
  if (!hold) return { isReleased: false, wasHeld: false, differences: [], ...(await repeatErasures(deps)) }
  const since = new Date(hold.backupAt.getTime() - MARGIN_MS)
  const days = Math.ceil((deps.clock().getTime() - since.getTime()) / DAY_MS)
  await syncLostCharges(deps, days)
  await syncLostRefunds(deps, days)
  await syncLostDisputes(deps, days)
  await reconcile(deps, 0)

  const erasures = await repeatErasures(deps)
  const answers = await compareWithProviders(deps, since)
  const differences = answers.filter(({ violations }) => violations.length > 0)
  const isReleased = acceptsDifferences || (differences.length === 0 && erasures.openErasures.length === 0)
  if (isReleased)
    await transact(deps.db, async (tx) => {
      // Nobody could hear of them meanwhile, so they have as much time left as at the backup.
      await prolongQueuedMails(tx, hold.backupAt)
      await prolongOffers(tx, hold.backupAt)
      await prolongUnconfirmed(tx, hold.backupAt)
      await removeHold(tx)
    })
  return { isReleased, wasHeld: true, differences, ...erasures }
}

async function repeatErasures(deps: Deps): Promise<Pick<Release, 'repeatedErasures' | 'openErasures'>> {
  const openErasures: Release['openErasures'] = []
  let repeatedErasures = 0
  for (const personId of await listErasuresToRepeat(deps.db)) {
    const outcome = await eraseAccount(deps, personId, { kind: 'operator' })
    // TOKEN_INVALID: the account is deleted already.
    if (outcome.ok || outcome.refusal.code === 'TOKEN_INVALID') {
      await removeErasureToRepeat(deps.db, personId)
      repeatedErasures += 1
    } else openErasures.push({ personId, code: outcome.refusal.code })
  }
  return { repeatedErasures, openErasures }
}
