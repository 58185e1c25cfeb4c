/** The sandbox behind a bad network: each call may fail before or after its effect, or hang. See faulty-sandbox.ts. */
import type { Config } from '#config.ts'
import type { Db } from '#platform/db/db.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { type Gateway, withDeadline } from '#platform/payments/gateway.ts'
import { openSandbox } from '#platform/payments/sandbox.ts'
import type { Secrets } from '#platform/secrets.ts'
import { drawFault, USUAL_FAULTS } from '../providers/faults.ts'
import { openRandom } from '../random.ts'

export function openGateway(config: Config, parts: { db: Db; jobs: Jobs; secrets: Secrets }): Gateway {
  const sandbox = openSandbox({ ...parts, bankUrl: `${config.paymentApiUrl}/sandbox/bank` })
  const random = openRandom(Number(process.env.TORTURE_SEED ?? 1))

  async function through<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const fault = drawFault(USUAL_FAULTS, random)
    if (fault === null) return call()
    if (fault === 'before') throw new Error('torture: 500, and nothing was done')
    const isDone = fault === 'after' || fault === 'truncate' || random.chance(0.5)
    if (isDone) await call()
    if (fault === 'hang') return new Promise(() => {})
    throw new Error(`torture: ${fault}`)
  }

  return withDeadline({
    ...sandbox,
    createIntent: (order) => through(() => sandbox.createIntent(order)),
    getIntent: (intentId) => through(() => sandbox.getIntent(intentId)),
    cancelIntent: (intentId) => through(() => sandbox.cancelIntent(intentId)),
    refund: (order) => through(() => sandbox.refund(order)),
  })
}
