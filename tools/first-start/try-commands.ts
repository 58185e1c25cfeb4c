/** What a newcomer does: start the program, buy a seat, stop it, and run tests that need no database. */
import { setTimeout as pause } from 'node:timers/promises'
import { buy } from '../../tests/world/buyer.ts'
import { type RunningCommand, runIn, type Surroundings } from './surroundings.ts'

const READY_MS = 900_000
/** A free demo course has no payment; this one has. */
const COURSE = 'NG'

/** @throws with what was printed, unless every command did what a newcomer expects */
export async function tryCommands(surroundings: Surroundings, port: number, tests: readonly string[]): Promise<void> {
  await tryStart(surroundings, port)
  if (tests.length > 0) await tryTests(surroundings, tests)
}

async function tryStart(surroundings: Surroundings, port: number): Promise<void> {
  const program = runIn(surroundings, 'exec npm start')
  try {
    const url = `http://localhost:${port}`
    await untilReady(program, url)
    const { outcome, errorCode } = await buy(url, COURSE)
    if (outcome !== 'complete') throw new Error(`The seat was not sold: ${outcome} ${errorCode ?? ''}`)
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${program.output()}`)
  } finally {
    if (!program.hasEnded()) program.interrupt()
    await program.ended
  }
  const code = await program.ended
  if (code !== 0) throw new Error(`npm start ended with ${code} after Ctrl-C:\n${program.output()}`)
}

async function untilReady(program: RunningCommand, url: string): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    if (program.hasEnded()) throw new Error(`npm start ended with ${await program.ended}:`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok && program.output().includes('Understudy is ready.')) return
    await pause(200)
  }
  throw new Error('npm start was not ready in time:')
}

/** @param tests parts of the paths of pure tests */
async function tryTests(surroundings: Surroundings, tests: readonly string[]): Promise<void> {
  const vitest = `node_modules/.bin/node node_modules/.bin/vitest run --project pure ${tests.join(' ')}`
  await expectSuccess(surroundings, `node tools/install.cjs && exec ${vitest}`)
}

/** @throws with what was printed, if the command fails */
export async function expectSuccess(surroundings: Surroundings, command: string): Promise<void> {
  const run = runIn(surroundings, command)
  const code = await run.ended
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${run.output()}`)
}

/** @throws unless the program says in one line that its port is taken, and ends */
export async function tryTakenPort(surroundings: Surroundings, port: number): Promise<void> {
  const program = runIn(surroundings, 'exec npm start')
  const code = await program.ended
  const sentence = `Port ${port} is taken. Stop what uses it, or choose another one with PORT.\ndocs/settings.md describes every setting.`
  if (code === 0 || !program.output().includes(sentence))
    throw new Error(`npm start ended with ${code} beside a taken port:\n${program.output()}`)
}
