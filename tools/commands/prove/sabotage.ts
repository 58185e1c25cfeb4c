/**
 * Mutation tests: puts known faults of shops into the code, one after the other, as it is loaded. Each must make
 * its test fail; a test that still passes proves nothing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { projects } from '../../../vitest.config.ts'
import { type Edit, MUTANTS, type Mutant } from '../../sabotage/mutants.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** @param part of the names of the faults that are put in; all without it */
export async function runSabotage(part = ''): Promise<void> {
  process.exitCode = await runAllMutants(part)
}

/** One process per mutant, because a module is loaded only once. */
async function runAllMutants(part: string): Promise<number> {
  const [baseline] = await runInProcess('none')
  console.log(`${baseline === 0 ? 'holds ' : 'BROKEN'} the gates pass on the code as it is`)
  let missed = baseline === 0 ? 0 : 1
  for (const [index, { name, gate }] of MUTANTS.entries()) {
    if (!name.includes(part)) continue
    const [failed, output] = await runInProcess(String(index))
    if (failed === null) throw new Error(output)
    if (failed === 0) missed++
    console.log(`${failed > 0 ? 'caught ' : 'MISSED '} ${name}: "${gate.test}" ${failed > 0 ? 'fails' : 'passes'}`)
  }
  console.log(missed === 0 ? 'Every mutant was caught.' : 'A mutant was not caught.')
  return missed === 0 ? 0 : 1
}

/** Returns the number of failed tests, or null if they could not run. */
async function runInProcess(mutant: string): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [import.meta.filename, mutant], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  await once(child, 'close')
  const [, failed] = /^failed: (\d+)$/m.exec(output) ?? []
  return [failed === undefined ? null : Number(failed), output]
}

async function runMutant(mutant: Mutant | undefined): Promise<number> {
  const edits = mutant?.edits ?? []
  for (const { file, from } of edits) {
    if (!readFileSync(join(ROOT, file), 'utf8').includes(from)) throw new Error(`${file} does not have: ${from}`)
  }
  const files = mutant ? [mutant.gate.file] : [...new Set(MUTANTS.map(({ gate }) => gate.file))]
  // Cached modules of another run would lack the fault.
  const options = {
    root: ROOT,
    config: false as const,
    watch: false,
    fsModuleCache: false,
    reporters: [],
    projects: projects.map((project) => ({ ...project, plugins: [saboteur(edits)] })),
    ...(mutant && { testNamePattern: mutant.gate.test }),
  }
  const vitest = await startVitest('test', files, options)
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
      const ownEdits = edits.filter(({ file }) => id.split('?')[0] === join(ROOT, file))
      return ownEdits.length > 0 ? ownEdits.reduce((text, { from, to }) => text.replace(from, () => to), code) : null
    },
  }
}

// One mutant, in the child process that runAllMutants starts.
if (import.meta.main) process.exitCode = await runMutant(MUTANTS[Number(process.argv[2])])
