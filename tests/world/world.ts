/** The dependencies of a test: real verbs on a real database. */
import { randomBytes } from 'node:crypto'
import type { Clock } from 'pg-boss'
import { readConfig } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { createCountryLookup } from '#platform/country-lookup.ts'
import { createChangeNotifications } from '#platform/db/changes.ts'
import { createIdentityProviders } from '#platform/identity/identity-providers.ts'
import { createJobQueue } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import { createMailer } from '#platform/mail/create-mailer.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { createGateways } from '#platform/payments/gateways.ts'
import { withDeadline } from '#platform/payments/with-deadline.ts'
import { createSecrets } from '#platform/secrets.ts'
import { createSiteReader } from '#platform/site-reader.ts'
import { createSandboxGateway, type SandboxGateway } from '#sandbox/card-gateway.ts'
import { createSandboxPaypal, type SandboxPaypalGateway } from '#sandbox/paypal-gateway.ts'
import { createTestDatabase } from './database.ts'
import { createDrainedJobs, type DrainedJobs } from './drained-jobs.ts'

/** `gateway` is the sandbox, which takes the cards. `paypal` is the sandbox PayPal. */
export type World = Deps &
  Pick<DrainedJobs, 'runJobs'> & {
    gateway: SandboxGateway | null
    paypal: SandboxPaypalGateway
    close(): Promise<void>
  }

/** @param worker the time of a real worker, which then runs all jobs, with those of a schedule. Only for its own tests. */
export async function createWorld(
  connections = 10,
  settings: Record<string, string> = {},
  worker: Clock | null = null,
): Promise<World> {
  const { db, url, blobs, close } = await createTestDatabase(connections)
  const log = createLog('silent')
  const config = readConfig({ MODE: 'demo', ...settings })
  const secrets = createSecrets(randomBytes(32))
  const { jobs, runJobs } = worker
    ? { jobs: createJobQueue(url, log, true, worker), runJobs: async () => {} }
    : createDrainedJobs(url, db, log)
  const changes = createChangeNotifications(url, log)
  await jobs.start()
  const parts = { db, jobs, secrets }
  const sandboxUrl = `${config.paymentApiUrl}/sandbox`
  const gateway = withDeadline(createSandboxGateway({ ...parts, bankUrl: `${sandboxUrl}/bank` }))
  const paypal = withDeadline(createSandboxPaypal({ ...parts, approvalUrl: `${sandboxUrl}/paypal` }))
  return {
    config,
    log,
    db,
    databaseUrl: url,
    changes,
    site: createSiteReader(db, config),
    jobs,
    runJobs,
    secrets,
    blobs,
    mailer: createMailer(config),
    gateway,
    paypal,
    gateways: createGateways({ card: gateway, paypal }),
    identity: createIdentityProviders(config),
    countryLookup: await createCountryLookup(config),
    clock: () => new Date(),
    async close() {
      await changes.close()
      await jobs.stop()
      await close()
    },
  }
}

/** The dependencies with another gateway for cards, and for PayPal; null: the method is not taken. */
export const withGateway = <Dependencies extends Deps>(
  deps: Dependencies,
  gateway: Gateway | null,
  paypal: Gateway | null = null,
): Dependencies => ({
  ...deps,
  gateways: createGateways({ card: gateway, paypal }),
})

export const guest = (checkoutToken: string | null = null): Actor => ({ kind: 'guest', checkoutToken })
