/** The sandbox behind a bad network: each call may fail before or after its effect, or hang. See faulty-sandbox.ts. */
import type { Config } from '#config/config.ts'
import type { Db } from '#platform/db/db.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { createGateways, type Gateways } from '#platform/payments/gateways.ts'
import { withDeadline } from '#platform/payments/with-deadline.ts'
import type { Secrets } from '#platform/secrets.ts'
import { createSandboxGateway } from '#sandbox/card-gateway.ts'
import { drawFault, USUAL_FAULTS } from '../providers/faults.ts'
import { createRandom } from '../support/random.ts'

export function createConfiguredGateways(config: Config, parts: { db: Db; jobs: Jobs; secrets: Secrets }): Gateways {
  const sandbox = createSandboxGateway({ ...parts, bankUrl: `${config.paymentApiUrl}/sandbox/bank` })
  const random = createRandom(Number(process.env.TORTURE_SEED ?? 1))

  async function through<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const fault = drawFault(USUAL_FAULTS, random)
    if (fault === null) return call()
    if (fault === 'before') throw new Error('torture: 500, and nothing was done')
    const isDone = fault === 'after' || fault === 'truncate' || random.chance(0.5)
    if (isDone) await call()
    if (fault === 'hang') return new Promise(() => {})
    throw new Error(`torture: ${fault}`)
  }

  const faulty = withDeadline({
    ...sandbox,
    createIntent: (order) => through(() => sandbox.createIntent(order)),
    getIntent: (intentId) => through(() => sandbox.getIntent(intentId)),
    cancelIntent: (intentId) => through(() => sandbox.cancelIntent(intentId)),
    refund: (order) => through(() => sandbox.refund(order)),
  })
  return createGateways({ card: faulty, paypal: null })
}
