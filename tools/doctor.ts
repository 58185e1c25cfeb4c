/** `npm run doctor`: which engines this installation uses, and whether they answer. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { CannotStart, type Config, readConfig } from '#config.ts'
import { countUnsent } from '#features/mailing/queries.ts'
import { requireInformation } from '#features/storefront/information.ts'
import type { Deps } from '#http/deps.ts'
import { waitingMigrations } from '#platform/db/migrate.ts'
import { isBuilt } from './build.ts'
import { openTool } from './open-tool.ts'

type Finding = { part: string; engine: string; ask(): Promise<string> }

const findings = await examine()
process.exitCode = findings.every(Boolean) ? 0 : 1

async function examine(): Promise<boolean[]> {
  try {
    const config = readConfig()
    const tool = await openTool(config, 'check')
    const results: boolean[] = []
    for (const finding of list(config, tool)) results.push(await report(finding))
    await tool.close()
    return results
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    console.log(`fault  ${error.message}`)
    return [false]
  }
}

function list(config: Config, deps: Deps): Finding[] {
  return [
    { part: 'node', engine: process.version, ask: async () => `pinned ${pinnedNode()}` },
    { part: 'pages', engine: 'build', ask: async () => (isBuilt() ? 'up to date' : 'will be built at the next start') },
    { part: 'texts', engine: 'files', ask: () => requireInformation(config).then(() => config.pagesDir) },
    { part: 'database', engine: config.databaseUrl ? 'DATABASE_URL' : 'built in', ask: () => askDatabase(deps) },
    { part: 'jobs', engine: 'pg-boss', ask: () => askJobs(deps) },
    { part: 'mode', engine: config.mode, ask: async () => tellMode(config) },
    { part: 'proxies', engine: config.trustedProxies.join() || 'none', ask: async () => tellProxies(config) },
    { part: 'mail', engine: deps.mailer.engine, ask: () => askMail(deps) },
    { part: 'payments', engine: deps.gateway?.provider ?? 'none', ask: () => askGateway(deps) },
    { part: 'social', engine: [...deps.identity.keys()].join() || 'none', ask: () => askProviders(deps) },
  ]
}

async function report({ part, engine, ask }: Finding): Promise<boolean> {
  try {
    console.log(`ok     ${part.padEnd(9)} ${engine.padEnd(13)} ${await ask()}`)
    return true
  } catch (error) {
    console.log(`fault  ${part.padEnd(9)} ${engine.padEnd(13)} ${(error as Error).message}`)
    return false
  }
}

async function askDatabase({ db }: Deps): Promise<string> {
  const { rows } = await sql<{ version: string; size: string }>`
    select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`.execute(
    db,
  )
  const waiting = await waitingMigrations(db)
  if (waiting.length > 0) throw new Error(`waits for ${waiting.join(', ')}`)
  return `PostgreSQL ${rows[0]?.version}, ${rows[0]?.size}`
}

async function askJobs({ db }: Deps): Promise<string> {
  const { rows } = await sql<{
    waiting: number
    failed: number
  }>`select count(*) filter (where state in ('created', 'retry') and start_after < now()) as waiting,
    count(*) filter (where state = 'failed') as failed from pgboss.job`.execute(db)
  return `${rows[0]?.waiting} due, ${rows[0]?.failed} given up`
}

function tellMode({ demoPublic }: Config): string {
  return demoPublic ? 'open to other machines' : 'as the database was created'
}

function tellProxies({ mode, trustedProxies }: Config): string {
  if (trustedProxies.length > 0) return 'X-Forwarded-For of these is believed'
  if (mode !== 'production') return 'a visitor’s address is that of the connection'
  return 'behind a web server all visitors count as one client: then name it in TRUSTED_PROXIES'
}

async function askMail({ mailer, db, config }: Deps): Promise<string> {
  await mailer.check()
  if (mailer.engine === 'smtp') return 'answers'
  if (mailer.engine === 'outbox') return `readable at ${new URL('/dev/mail', config.publicUrl).href}`
  return `MAIL=none: nothing is sent, ${await countUnsent(db)} mails wait`
}

async function askGateway({ gateway, clock, config }: Deps): Promise<string> {
  if (!gateway) return 'no way to take cards is configured'
  const since = new Date(clock().getTime() - 24 * 60 * 60 * 1000)
  const charges = await gateway.listCharges(since)
  // A restricted key may lack the right to read disputes.
  await gateway.listDisputes({ since })
  const told = [`answers, ${charges.length} charges in the last day`]
  if (config.stripe?.isTest) told.push('test keys: play money')
  if (config.stripe && !gateway.readEvent) told.push('no webhook secret: news is asked for each minute')
  return told.join('; ')
}

async function askProviders({ identity }: Deps): Promise<string> {
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
