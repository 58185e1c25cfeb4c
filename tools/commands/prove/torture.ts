import { join } from 'node:path'
import { runnerImport } from 'vite'
import { getTestFfmpeg } from '../../../tests/support/ffmpeg.ts'
import { tortureDrafts } from '../../../tests/torture/drafts/run.ts'
import { tortureLearners } from '../../../tests/torture/learning/run.ts'
import { tortureOutage } from '../../../tests/torture/mail/outage.ts'
import { tortureProcessing } from '../../../tests/torture/processing/run.ts'
import { RIGS } from '../../../tests/torture/rigs.ts'
import { type Plan, type Report, torture } from '../../../tests/torture/run.ts'
import { tortureUploads } from '../../../tests/torture/uploads/run.ts'
import { build, isBuilt } from '../../build.ts'
import { runAndReport } from '../../runner/report.ts'
import { createTestStep } from '../../runner/steps.ts'

type Options = {
  provider?: string
  checkouts: number
  clients: number
  kills: number
  operatorKills: number
  learners: number
  tabs: number
  reports: number
  files: number
  mediaKills: number
  uploads: number
  teachers: number
  uploadKills: number
  editors: number
  saves: number
  draftKills: number
  mails: number
  reminders: number
  mailKills: number
  seed?: number
}
type SeededOptions = Options & { seed: number }

const MAX_RECOVERY_MS = 10_000
const PARTS = {
  tests: tortureTests,
  checkouts: tortureCheckouts,
  learning: tortureLearning,
  media: tortureMedia,
  uploads: tortureUploading,
  drafts: tortureEditing,
  mail: tortureMail,
  backup: ({ operatorKills }: Options) => tortureOperator('backup', 'BACKUP_KILLS', operatorKills),
  upgrade: ({ operatorKills }: Options) => tortureOperator('upgrade', 'UPGRADE_KILLS', operatorKills),
}

const OPERATOR_TESTS = {
  backup: ['--project', 'http', 'tests/http/backup.test.ts'],
  upgrade: ['--project', 'further-torture', 'tests/torture/further/upgrade.test.ts'],
}

export async function runTorture(part: string | undefined, options: Options): Promise<void> {
  const parts = Object.entries(PARTS).filter(([name]) => part === undefined || part === name)
  if (parts.length === 0) throw new Error(`There is no part ${part}: choose from ${Object.keys(PARTS).join(', ')}.`)
  const seed = options.seed ?? Date.now() % 1_000_000
  let hasPassed = true
  for (const [, run] of parts) hasPassed = (await run({ ...options, seed })) && hasPassed
  process.exitCode = hasPassed ? 0 : 1
}

/** The tests of `tests/torture`: a slice of each other part, and what has no longer run. */
async function tortureTests(): Promise<boolean> {
  if (!isBuilt()) await build()
  const projects = ['--project', 'small-torture', '--project', 'further-torture']
  return runAndReport([createTestStep('tests of the torture', projects)])
}

/** The test of an operator's command, which is killed more often than in other runs of it. */
async function tortureOperator(name: keyof typeof OPERATOR_TESTS, setting: string, kills: number): Promise<boolean> {
  if (!isBuilt()) await build()
  process.env[setting] = String(kills)
  return runAndReport([createTestStep(`${name}, killed ${kills} times`, OPERATOR_TESTS[name])])
}

async function tortureCheckouts({ checkouts, clients, kills, seed, ...options }: SeededOptions): Promise<boolean> {
  const providers = RIGS.filter((one) => !options.provider || options.provider === one)
  let hasPassed = providers.length > 0
  for (const provider of providers) {
    const plan: Plan = {
      provider,
      checkouts,
      clients,
      seats: Math.ceil(checkouts / 2),
      appKills: kills,
      postgresKills: kills,
      replay: { events: 200, times: 50 },
      seed,
    }
    console.log(`\n${provider}: ${JSON.stringify(plan)}`)
    hasPassed = printReport(await torture(plan)) && hasPassed
  }
  return hasPassed
}

function printReport({ violations, lies, recoveriesMs, settledMs, replayed, charges, ...rest }: Report): boolean {
  console.log(JSON.stringify(rest))
  const results = [
    printResult(`the audit, clean after ${Math.round(settledMs / 1000)} s`, violations ? [violations] : []),
    printResult('every response was true', lies),
    printResult(
      `${charges.compared} charges, ${charges.refunded} of them refunded, have our order, amount and currency`,
      charges.faults,
    ),
    printResult(
      `none of ${rest.forged.posts} forged events was accepted`,
      rest.forged.accepted === 0 ? [] : [`${rest.forged.accepted} were accepted`],
    ),
    printRecoveries(recoveriesMs),
    printResult(
      `${replayed.posts} repeated events changed nothing`,
      replayed.refused === 0 ? replayed.changes : [`${replayed.refused} were refused`],
    ),
  ]
  return results.every(Boolean)
}

async function tortureLearning({ learners, tabs, reports, kills, seed }: SeededOptions): Promise<boolean> {
  const plan = { learners, tabs, reports, appKills: kills, postgresKills: kills, seed }
  console.log(`\nlearning: ${JSON.stringify(plan)}`)
  const { faults, violations, recoveriesMs, ...rest } = await tortureLearners(plan)
  console.log(JSON.stringify(rest))
  const results = [
    printResult('the audit', violations ? [violations] : []),
    printResult('no second was lost or invented, one certificate each, ended addresses stop within 5 s', faults),
    printRecoveries(recoveriesMs),
  ]
  return results.every(Boolean)
}

async function tortureMedia({ files, mediaKills, seed }: SeededOptions): Promise<boolean> {
  const ffmpeg = await getTestFfmpeg()
  if (!ffmpeg) return printResult('processing', ['ffmpeg is needed'])
  const plan = { files, kills: mediaKills, seed }
  console.log(`\nmedia: ${JSON.stringify(plan)}`)
  const { faults, ...rest } = await tortureProcessing(plan, ffmpeg)
  console.log(JSON.stringify(rest))
  return printResult('each result exists once and whole', faults)
}

async function tortureUploading({ uploads, teachers, uploadKills, seed }: SeededOptions): Promise<boolean> {
  const plan = { uploads, teachers, kills: uploadKills, seed }
  console.log(`\nuploads: ${JSON.stringify(plan)}`)
  const { faults, violations, ...rest } = await tortureUploads(plan)
  console.log(JSON.stringify(rest))
  const results = [
    printResult('the audit', violations ? [violations] : []),
    printResult('each file is byte for byte what was sent, or failed; the storage adds up', faults),
  ]
  return results.every(Boolean)
}

async function tortureEditing({ editors, saves, draftKills, seed }: SeededOptions): Promise<boolean> {
  const plan = { editors, saves, kills: draftKills, seed }
  console.log(`\ndrafts: ${JSON.stringify(plan)}`)
  const { faults, violations, ...rest } = await tortureDrafts(plan)
  console.log(JSON.stringify(rest))
  const results = [
    printResult('the audit', violations ? [violations] : []),
    printResult('acknowledged text is in the draft, or was read by the person who replaced it', faults),
  ]
  return results.every(Boolean)
}

async function tortureMail({ mails, reminders, mailKills, seed }: SeededOptions): Promise<boolean> {
  console.log(`\nmail: ${JSON.stringify({ mails, reminders, kills: mailKills, seed })}`)
  const outage = await tortureOutage({ mails, seed })
  console.log(JSON.stringify({ ...outage, faults: outage.faults.length }))
  const results = [printResult('no e-mail was lost, and doubles only follow a dropped or late answer', outage.faults)]
  const { tortureReminders, tortureMessages, tortureClockChanges } = await loadReminders()
  const { faults, ...rest } = await tortureReminders({ reminders, kills: mailKills, seed })
  console.log(JSON.stringify(rest))
  results.push(printResult('no reminder twice, none after its reason ended, a lost one is visible', faults))
  const { faults: messageFaults, ...messages } = await tortureMessages({ learners: reminders, kills: mailKills, seed })
  console.log(JSON.stringify(messages))
  results.push(printResult('a message reaches each of its people once, and nobody else', messageFaults))
  const { faults: clockFaults, ...clockChanges } = await tortureClockChanges()
  console.log(JSON.stringify(clockChanges))
  results.push(
    printResult('in nights of clock changes each reminder comes at its hour and shows the right time', clockFaults),
  )
  return results.every(Boolean)
}

/** E-mails are React components, which Node.js does not read by itself. */
async function loadReminders() {
  const file = join(import.meta.dirname, '../../../tests/torture/mail/reminder-tortures.ts')
  const { module } = await runnerImport<typeof import('../../../tests/torture/mail/reminder-tortures.ts')>(file, {
    configFile: false,
    logLevel: 'error',
  })
  return module
}

function printRecoveries(recoveriesMs: readonly number[]): boolean {
  const slowest = Math.max(0, ...recoveriesMs)
  return printResult(`back within ${slowest} ms: ${recoveriesMs}`, slowest > MAX_RECOVERY_MS ? ['too slow'] : [])
}

function printResult(promise: string, faults: readonly string[]): boolean {
  console.log(`${faults.length > 0 ? 'BROKEN' : 'holds '} ${promise}`)
  for (const fault of faults.slice(0, 20)) console.log(`       ${fault}`)
  return faults.length === 0
}
