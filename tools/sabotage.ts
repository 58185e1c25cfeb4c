/**
 * `npm run sabotage`: six faults that shops of this kind have had, put into the code one after the other
 * as it is loaded. Each must make its gate fail; a gate that lets one pass proves nothing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'

type Edit = { file: string; from: string; to: string }
type Mutant = { name: string; edits: Edit[]; gate: { file: string; test: string } }

const ROOT = join(import.meta.dirname, '..')
const CHECKOUT = 'src/features/checkout'

const MUTANTS: Mutant[] = [
  {
    name: 'a new key for each call to the provider',
    edits: [
      { file: `${CHECKOUT}/intent.ts`, from: 'key: `payment:$' + '{payment.id}`', to: 'key: crypto.randomUUID()' },
    ],
    gate: { file: 'src/hosts/stripe.test.ts', test: 'leaves one payment that can be paid' },
  },
  {
    name: 'no lock on the order and its payment',
    edits: [
      { file: `${CHECKOUT}/queries/orders.ts`, from: ".where('id', '=', id).forUpdate()", to: ".where('id', '=', id)" },
      {
        file: `${CHECKOUT}/queries/payments.ts`,
        from: ".where('id', '=', id).forUpdate()",
        to: ".where('id', '=', id)",
      },
    ],
    gate: { file: `${CHECKOUT}/checkout.test.ts`, test: 'a good card enrols once' },
  },
  {
    name: 'no reconciliation',
    edits: [{ file: `${CHECKOUT}/reconcile.ts`, from: 'if (!deps.gateway) return\n', to: 'if (deps) return\n' }],
    gate: { file: 'src/hosts/stripe.test.ts', test: 'whose news is lost is completed by asking' },
  },
  {
    name: 'events are not remembered',
    edits: [
      {
        file: `${CHECKOUT}/queries/payments.ts`,
        from: "columns(['provider', 'event_id']).doNothing()",
        to: "columns(['provider', 'event_id']).doUpdateSet({ type: event.type })",
      },
    ],
    gate: { file: 'src/hosts/stripe.test.ts', test: 'heard long ago' },
  },
  {
    name: 'seats are counted, and then taken',
    edits: [
      {
        file: 'src/features/enrolments/queries.ts',
        from: '  const row = await tx\n    .updateTable(',
        to: `  const left = await tx.selectFrom('cohort').select(['taken', 'capacity']).where('course_code', '=', courseCode).executeTakeFirst()
  if (left?.capacity != null && left.taken + seats > left.capacity) return false
  const row = await tx
    .updateTable(`,
      },
      {
        file: 'src/features/enrolments/queries.ts',
        from:
          ".where((is) => is.or([is('capacity', 'is', null), is(sql<number>`taken + $" +
          "{seats}`, '<=', is.ref('capacity'))]))",
        to: '',
      },
    ],
    gate: { file: `${CHECKOUT}/checkout.test.ts`, test: '60 buyers for 7 seats' },
  },
  {
    name: 'verify-payment believes the browser',
    edits: [
      {
        file: `${CHECKOUT}/wire/order.ts`,
        from: 'query: z.object({ paymentId',
        to: 'query: z.looseObject({ paymentId',
      },
      {
        file: `${CHECKOUT}/verify.ts`,
        from: 'const heard = await askProvider(deps, chosen)',
        to: `if ('redirect_status' in asked && chosen.provider_intent_id)
    await settle(deps, { intentId: chosen.provider_intent_id, status: 'succeeded', amount: money(chosen.amount_minor, chosen.currency), failureCode: null, card: null })
  const heard = await askProvider(deps, chosen)`,
      },
    ],
    gate: { file: 'src/hosts/stripe.test.ts', test: 'nothing that the browser passes on is believed' },
  },
]

const chosen = process.argv[2]
process.exitCode = chosen === undefined ? await all() : await one(MUTANTS[Number(chosen)])

/** A process for each, as what was loaded once is not loaded again. */
async function all(): Promise<number> {
  const [whole] = await alone('none')
  console.log(`${whole === 0 ? 'holds ' : 'BROKEN'} the gates pass on the code as it is`)
  let missed = whole === 0 ? 0 : 1
  for (const [index, { name, gate }] of MUTANTS.entries()) {
    const [failed, told] = await alone(String(index))
    if (failed === null) throw new Error(told)
    if (failed === 0) missed++
    console.log(`${failed > 0 ? 'caught ' : 'MISSED '} ${name}: "${gate.test}" ${failed > 0 ? 'fails' : 'passes'}`)
  }
  console.log(missed === 0 ? 'Every mutant was caught.' : 'A gate is open.')
  return missed === 0 ? 0 : 1
}

/** How many tests failed; null when they could not be run. */
async function alone(mutant: string): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [import.meta.filename, mutant], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (told += chunk))
  await once(child, 'close')
  const [, failed] = /^failed: (\d+)$/m.exec(told) ?? []
  return [failed === undefined ? null : Number(failed), told]
}

async function one(mutant: Mutant | undefined): Promise<number> {
  const edits = mutant?.edits ?? []
  for (const { file, from } of edits) {
    if (!readFileSync(join(ROOT, file), 'utf8').includes(from)) throw new Error(`${file} does not have: ${from}`)
  }
  const files = mutant ? [mutant.gate.file] : [...new Set(MUTANTS.map(({ gate }) => gate.file))]
  // Modules that were kept from another run would be the ones without the fault.
  const options = {
    root: ROOT,
    watch: false,
    fsModuleCache: false,
    reporters: [],
    ...(mutant && { testNamePattern: mutant.gate.test }),
  }
  const vitest = await startVitest('test', files, options, { plugins: [saboteur(edits)] })
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
  const states = tests.map((test) => test.result().state)
  await vitest.close()
  if (!states.some((state) => state === 'passed' || state === 'failed')) throw new Error('no test was run')
  console.log(`failed: ${states.filter((state) => state === 'failed').length}`)
  return 0
}

function saboteur(edits: readonly Edit[]) {
  return {
    name: 'sabotage',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      const mine = edits.filter(({ file }) => id.split('?')[0] === join(ROOT, file))
      return mine.length > 0 ? mine.reduce((text, { from, to }) => text.replace(from, () => to), code) : null
    },
  }
}
