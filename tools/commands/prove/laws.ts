import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** `project`: only the laws that need no database, those that do, or those of the running program. */
type Options = {
  project?: 'pure' | 'database' | 'http'
  orders: number
  placed: number
  posts: number
  rounds: number
  seed?: number
}

const LAW_TESTS = [
  'src/domain',
  'src/catalogue/catalog/calendar/calendar-zones.test.ts',
  'src/catalogue/catalog/files/export.test.ts',
  'src/sell/checkout/laws.test.ts',
  'src/catalogue/drafts/publish-readers.test.ts',
  'src/catalogue/leads/form-mails.test.ts',
  'src/http/access-matrix.test.ts',
  'src/sell/orders/reserved-codes.test.ts',
  'src/sell/referrals/referrals.test.ts',
  'src/sell/waitlist/law.test.ts',
  'src/learn/lessons/access-property.test.ts',
  'src/learn/lessons/completion-model.test.ts',
  'src/learn/lessons/progress-laws.test.ts',
  'src/learn/lessons/playback/grant-token.test.ts',
  'src/media/media-tokens.test.ts',
  'src/media/processing/odd-films.test.ts',
  'src/platform/hostile-files.test.ts',
  'src/screens/studio/text/text-laws.test.ts',
  'tests/http/hostile-requests.test.ts',
  'tools/checks/check-regexes.test.ts',
  'tools/commands/import-killed.test.ts',
]
const MAX_MILLISECONDS = 60 * 60_000

export async function runLaws({
  project,
  orders,
  placed,
  posts,
  rounds,
  seed = Date.now() % 1_000_000,
}: Options): Promise<void> {
  console.log(
    `each law on ${orders} random cases, and on ${placed} in a database; ${posts} posts to forms; ${rounds} rounds of each race; seed ${seed}`,
  )
  const settings = { LAW_ORDERS: orders, LAW_PLACED: placed, LAW_POSTS: posts, LAW_ROUNDS: rounds, LAW_SEED: seed }
  const texts = Object.entries(settings).map(([name, value]) => [name, String(value)])
  const args = [
    'run',
    '--reporter=verbose',
    `--testTimeout=${MAX_MILLISECONDS}`,
    ...(project ? ['--project', project] : []),
    ...LAW_TESTS,
  ]
  const tests = spawn('vitest', args, { env: { ...process.env, ...Object.fromEntries(texts) }, stdio: 'inherit' })
  const [code] = await once(tests, 'exit')
  process.exitCode = code === 0 ? 0 : 1
}
