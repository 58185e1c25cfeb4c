/** The worker: what happens without anybody waiting for it. */
import { accountsJobs } from '#features/accounts/jobs.ts'
import { checkoutJobs } from '#features/checkout/jobs.ts'
import { reconcile } from '#features/checkout/reconcile.ts'
import { mailingJobs } from '#features/mailing/jobs.ts'
import { personalDataJobs } from '#features/personal-data/jobs.ts'
import { supportJobs } from '#features/support/jobs.ts'
import type { Deps } from '#http/deps.ts'
import { logFault } from '#platform/db/away.ts'

export async function startWorker(deps: Deps): Promise<void> {
  await accountsJobs(deps)
  await checkoutJobs(deps)
  await mailingJobs(deps)
  await personalDataJobs(deps)
  await supportJobs(deps)
  // What a crash left half done is put right at once, but nobody waits for it: a provider may be slow.
  reconcile(deps, 0).catch((error) => logFault(deps.log, error, 'the first reconciliation failed'))
}
