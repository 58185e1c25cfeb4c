/**
 * `npm run laws -- [--orders 100000] [--placed 1000] [--rounds 50] [--seed N]`: what holds for every order, each
 * law on so many random ones, and on so many that are really placed in a database; and so many rounds of each race
 * of many buyers for one gift card or one promo code. The seed is printed: it brings the same again.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const LAWS = [
  'src/domain/pricing.test.ts',
  'src/domain/refund-terms.test.ts',
  'src/features/checkout/laws.test.ts',
  'src/features/checkout/claims.test.ts',
]
const MOST_MILLISECONDS = 30 * 60_000

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    placed: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const { orders, placed, rounds, seed } = values
console.log(
  `each law on ${orders} random orders, and on ${placed} that are placed; ${rounds} rounds of each race; seed ${seed}`,
)
const given = ['run', '--reporter=verbose', `--testTimeout=${MOST_MILLISECONDS}`, ...LAWS]
const tests = spawn('vitest', given, {
  env: { ...process.env, LAW_ORDERS: orders, LAW_PLACED: placed, LAW_ROUNDS: rounds, LAW_SEED: seed },
  stdio: 'inherit',
})
const [code] = await once(tests, 'exit')
process.exitCode = code === 0 ? 0 : 1
