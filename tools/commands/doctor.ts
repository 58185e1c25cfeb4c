import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { findAddressClashes } from '#catalogue/catalog/address-clashes.ts'
import { listAddresses } from '#catalogue/catalog/queries/addresses.ts'
import { type Config, readConfig, StartupError } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import { countUnsent } from '#people/mailing/queries.ts'
import { loadSiteNeeds } from '#people/site/needs/load-needs.ts'
import { getBackupState, isBackupLate } from '#platform/backup/backup-runs.ts'
import { isNightly } from '#platform/backup/create-backup-store.ts'
import { listErasuresToRepeat } from '#platform/backup/erasure-list.ts'
import { getHold } from '#platform/backup/hold.ts'
import { createBlobs } from '#platform/blobs/create-blobs.ts'
import { waitingMigrations } from '#platform/db/migrate.ts'
import { listLateJobs } from '#platform/jobs/schedule-records.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { checkWebhook } from '#platform/payments/paypal/check-webhook.ts'
import { requireInformation } from '#screens/storefront/information/information.ts'
import { countUnfinishedByProvider } from '#sell/refunds/queries/payment-refunds.ts'
import { isBuilt } from '../build.ts'
import { checkDkim } from '../doctor-mail.ts'
import { checkFfmpeg, checkQuotas, checkStorage } from '../doctor-media.ts'
import { createToolDeps } from '../tool-deps.ts'

type Finding = { part: string; engine: string; check(): Promise<string> }

export async function runDoctor(): Promise<void> {
  const results = await examine()
  process.exitCode = results.every(Boolean) ? 0 : 1
}

async function examine(): Promise<boolean[]> {
  try {
    const config = readConfig()
    const tool = await createToolDeps(config, 'check')
    const results: boolean[] = []
    for (const finding of [...listChecks(config, tool), ...(await listNeedChecks(tool))])
      results.push(await report(finding))
    await tool.close()
    return results
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    console.log(`fault  ${error.message}`)
    return [false]
  }
}

function listChecks(config: Config, deps: Deps): Finding[] {
  return [
    { part: 'node', engine: process.version, check: async () => `pinned ${pinnedNode()}` },
    {
      part: 'pages',
      engine: 'build',
      check: async () => (isBuilt() ? 'up to date' : 'will be built at the next start'),
    },
    { part: 'texts', engine: 'files', check: () => requireInformation(config).then(() => config.pagesDir) },
    { part: 'database', engine: config.databaseUrl ? 'DATABASE_URL' : 'built in', check: () => checkDatabase(deps) },
    { part: 'jobs', engine: 'pg-boss', check: () => checkJobs(deps) },
    { part: 'backups', engine: isNightly(config.backups) ? 'nightly' : 'by hand', check: () => checkBackups(deps) },
    { part: 'hold', engine: 'restore', check: () => checkHold(deps) },
    { part: 'mode', engine: config.mode, check: async () => describeMode(config) },
    { part: 'proxies', engine: config.trustedProxies.join() || 'none', check: async () => describeProxies(config) },
    { part: 'storage', engine: config.media.s3 ? 's3' : 'disk', check: () => checkBlobs(config) },
    { part: 'quotas', engine: 'courses', check: () => checkQuotas(deps) },
    { part: 'addresses', engine: 'courses', check: () => checkAddresses(deps) },
    { part: 'video', engine: 'ffmpeg', check: () => checkFfmpeg(config.media) },
    { part: 'mail', engine: deps.mailer.engine, check: () => checkMail(deps) },
    ...(config.mail.dkim
      ? [{ part: 'dkim', engine: config.mail.dkim.domain, check: () => checkDkim(config.mail.dkim!) }]
      : []),
    ...listGatewayChecks(deps),
    { part: 'social', engine: [...deps.identity.keys()].join() || 'none', check: () => checkProviders(deps) },
  ]
}

/** The list "Before you can sell" of the settings of the site. */
async function listNeedChecks(deps: Deps): Promise<Finding[]> {
  const needs = (await loadSiteNeeds(deps)) ?? []
  return needs.map(({ need, state, title, fact, at }) => ({
    part: 'sell',
    engine: need,
    check: async () => {
      const sentence = [title, fact, at?.toISOString()].filter(Boolean).join('; ')
      if (state === 'missing') throw new Error(sentence)
      return sentence
    },
  }))
}

async function report({ part, engine, check }: Finding): Promise<boolean> {
  try {
    console.log(`ok     ${part.padEnd(9)} ${engine.padEnd(13)} ${await check()}`)
    return true
  } catch (error) {
    console.log(`fault  ${part.padEnd(9)} ${engine.padEnd(13)} ${(error as Error).message}`)
    return false
  }
}

async function checkDatabase({ db }: Deps): Promise<string> {
  const { rows } = await sql<{ version: string; size: string }>`
    select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`.execute(
    db,
  )
  const waiting = await waitingMigrations(db)
  if (waiting.length > 0) throw new Error(`waits for ${waiting.join(', ')}`)
  return `PostgreSQL ${rows[0]?.version}, ${rows[0]?.size}`
}

async function checkJobs({ db }: Deps): Promise<string> {
  const { rows } = await sql<{
    waiting: number
    failed: number
  }>`select count(*) filter (where state in ('created', 'retry') and start_after < now()) as waiting,
    count(*) filter (where state = 'failed') as failed from pgboss.job`.execute(db)
  const lateJobs = await listLateJobs(db)
  if (lateJobs.length > 0) {
    const list = lateJobs.map(({ name, since }) => `${name} since ${since.toISOString()}`).join(', ')
    throw new Error(`no success for three intervals: ${list}. Is a worker running? Its log names the failures`)
  }
  return `${rows[0]?.waiting} due, ${rows[0]?.failed} failed`
}

async function checkBackups({ db, config, clock }: Deps): Promise<string> {
  const { lastAt, file, verifiedAt, fault } = await getBackupState(db)
  if (fault) throw new Error(`the last one has a fault: ${fault}`)
  const nightly = isNightly(config.backups)
  if (nightly && !lastAt) throw new Error('none was made yet. A worker makes the first one at 23 minutes past the hour')
  const made = lastAt ? `the last one is of ${lastAt.toISOString()}, ${file}` : 'none was made'
  if (nightly && lastAt && isBackupLate(lastAt, clock())) throw new Error(`${made}. Is a worker running?`)
  const verified = verifiedAt ? `one was verified at ${verifiedAt.toISOString()}` : 'none was verified'
  const advice = nightly ? '' : '; set BACKUP_DIR or BACKUP_S3_URL for one each night'
  return `${made}; ${verified}; ${config.backups.passphrase ? 'encrypted' : 'not encrypted, without the secret'}${advice}`
}

async function checkHold({ db }: Deps): Promise<string> {
  const hold = await getHold(db)
  const open = await listErasuresToRepeat(db)
  if (hold)
    throw new Error(
      `restored at ${hold.restoredAt.toISOString()} from the state of ${hold.backupAt.toISOString()}: no e-mail, charge or refund until “npm run u -- release-hold”`,
    )
  if (open.length > 0)
    throw new Error(`${open.length} accounts are to be deleted again: “npm run u -- release-hold” tries it`)
  return 'nothing is held'
}

async function checkAddresses({ db }: Deps): Promise<string> {
  const addresses = await listAddresses(db)
  const clashes = findAddressClashes(addresses)
  if (clashes.length > 0) throw new Error(clashes.join('; '))
  return `${addresses.length} of courses and creators, none of which clashes`
}

async function checkBlobs(config: Config): Promise<string> {
  const blobs = await createBlobs(config)
  return checkStorage(blobs).finally(blobs.close)
}

function describeMode({ demoPublic }: Config): string {
  return demoPublic ? 'open to other machines' : 'as the database was created'
}

function describeProxies({ mode, trustedProxies }: Config): string {
  if (trustedProxies.length > 0) return 'X-Forwarded-For from these is trusted'
  if (mode !== 'production') return 'a visitor’s address is that of the connection'
  return 'behind a web server all visitors would count as one client: name the server in TRUSTED_PROXIES'
}

async function checkMail({ mailer, db, config }: Deps): Promise<string> {
  await mailer.check()
  if (mailer.engine === 'smtp') return 'answers'
  if (mailer.engine === 'outbox') return `readable at ${new URL('/dev/mail', config.publicUrl).href}`
  return `MAIL_DELIVERY=none: nothing is sent, ${await countUnsent(db)} mails are waiting`
}

function listGatewayChecks(deps: Deps): Finding[] {
  const part = 'payments'
  const checks = deps.gateways.all.map((gateway) => ({
    part,
    engine: gateway.provider,
    check: () => checkGateway(deps, gateway),
  }))
  const unused = { part, engine: 'none', check: async () => 'no card payments are configured' }
  const rest = { part, engine: 'open', check: () => checkProvidersOfPayments(deps) }
  return [...(checks.length > 0 ? checks : [unused]), rest]
}

/** A payment that is not finished needs its own provider. */
async function checkProvidersOfPayments({ db, gateways }: Deps): Promise<string> {
  const waiting = await countUnfinishedByProvider(db)
  const missing = waiting.filter(({ provider }) => !gateways.for(provider))
  if (missing.length === 0) return 'every unfinished payment has its provider'
  const list = missing.map(({ provider, count }) => `${count} at ${provider}`).join(', ')
  throw new Error(`unfinished payments or refunds of a provider that is not configured: ${list}`)
}

async function checkGateway({ gateways, clock, config }: Deps, gateway: Gateway): Promise<string> {
  const since = new Date(clock().getTime() - 24 * 60 * 60 * 1000)
  const charges = await gateway.listCharges(since)
  // A restricted key may lack the permission to read disputes.
  await gateway.listDisputes({ since })
  const details = [`answers, ${charges.length} charges in the last day`]
  const isCurrent = (['card', 'paypal'] as const).some((method) => gateways.forMethod(method) === gateway)
  if (!isCurrent) details.push('only finishes its open payments')
  if (gateway.provider === 'stripe') {
    if (config.stripe?.isTest) details.push('test keys: play money')
    if (!gateway.readEvent) details.push('no webhook secret: Stripe is polled every minute')
  }
  if (gateway.provider === 'paypal' && config.paypal) {
    await checkWebhook(config.paypal, new URL('/api/v1/webhooks/paypal', config.paymentApiUrl).href)
    details.push('its webhook sends the needed events')
    if (config.paypal.isTest) details.push('sandbox: play money')
  }
  return details.join('; ')
}

async function checkProviders({ identity }: Deps): Promise<string> {
  const flow = { state: 'x', nonce: 'x', codeChallenge: 'x', redirectUrl: 'https://site.invalid' }
  for (const provider of identity.values()) {
    const url = await provider.authorizeUrl(flow)
    if (!url.ok) throw new Error(url.reason)
  }
  return identity.size > 0 ? 'ready' : 'no provider of social log-in is configured'
}

function pinnedNode(): string {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  return `v${dependencies.node}`
}
