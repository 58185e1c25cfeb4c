/** The world of a test: real verbs on a real database, with as much around them as they need and no more. */
import { randomBytes } from 'node:crypto'
import { readConfig } from '#config.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { openChanges } from '#platform/db/changes.ts'
import { openIdentity } from '#platform/identity/open-identity.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { openLog } from '#platform/log.ts'
import { openMailer } from '#platform/mail/open-mailer.ts'
import { withDeadline } from '#platform/payments/gateway.ts'
import { openSandbox, type SandboxGateway } from '#platform/payments/sandbox.ts'
import { openPlaces } from '#platform/places.ts'
import { openSecrets } from '#platform/secrets.ts'
import { openTestDatabase } from './database.ts'

/** Cards are the sandbox's. */
export type World = Deps & { gateway: SandboxGateway | null; close(): Promise<void> }

export async function openWorld(connections = 10, settings: Record<string, string> = {}): Promise<World> {
  const { db, url, close } = await openTestDatabase(connections)
  const log = openLog('silent')
  const config = readConfig({ MODE: 'demo', ...settings })
  const secrets = openSecrets(randomBytes(32))
  const jobs = openJobs(url, log)
  const changes = openChanges(url, log)
  await jobs.start()
  const bankUrl = `${config.paymentApiUrl}/sandbox/bank`
  const gateway = withDeadline(openSandbox({ db, jobs, secrets, bankUrl }))
  return {
    config,
    log,
    db,
    changes,
    jobs,
    secrets,
    mailer: openMailer(config),
    gateway,
    identity: openIdentity(config),
    places: await openPlaces(config),
    clock: () => new Date(),
    async close() {
      await changes.close()
      await jobs.stop()
      await close()
    },
  }
}

export const guest = (checkoutToken: string | null = null): Actor => ({ kind: 'guest', checkoutToken })
