/** Runs the parts of `prove`, each as the command that also runs it alone, and prints one table of them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** `after`: the kind of change that a part proves. */
type Part = { command: string; after: string }
type FinishedPart = Part & { hasPassed: boolean; minutes: number }

const PARTS: readonly Part[] = [
  { command: 'journeys', after: 'pages, calls that pages make' },
  { command: 'laws --project pure', after: 'prices, access, progress, captions' },
  { command: 'laws --project database', after: 'prices, seats, imports' },
  { command: 'laws --project http', after: 'addresses, pages and what they answer' },
  { command: 'torture tests', after: 'locks, restarts, limits' },
  { command: 'torture checkouts', after: 'orders, payments, refunds, seats' },
  { command: 'torture learning', after: 'progress, access, certificates' },
  { command: 'torture media', after: 'the processing of films' },
  { command: 'torture uploads', after: 'uploads, storage' },
  { command: 'torture drafts', after: 'drafts, and how the studio saves them' },
  { command: 'torture mail', after: 'e-mails, reminders, jobs' },
  { command: 'torture backup', after: 'backup, restore' },
  { command: 'torture upgrade', after: 'upgrade, migrations, the way back' },
  { command: 'sabotage', after: 'guards of money and seats, and their tests' },
  ...cut('axe', 2, 'pages, styles'),
  ...cut('axe --keyboard', 4, 'controls, dialogs, styles'),
  { command: 'budgets', after: 'pages, scripts, packages of the browser' },
  { command: 'bench', after: 'how measurements start the program; the figures are no goals' },
  { command: 'browsers', after: 'pages, scripts, media' },
  { command: 'first-start', after: 'settings, installation, the built-in database' },
]

/** A proof of more than 45 minutes, as parts that can run alone. */
function cut(command: string, count: number, after: string): Part[] {
  return Array.from({ length: count }, (_, index) => ({ command: `${command} --part ${index + 1}/${count}`, after }))
}

/** Runs all parts, also after a failure. */
export async function runProve(): Promise<void> {
  const finished: FinishedPart[] = []
  for (const part of PARTS) {
    console.log(`\n── prove ${part.command}`)
    const began = performance.now()
    const child = spawn(process.execPath, [join(import.meta.dirname, '../u.ts'), 'prove', ...part.command.split(' ')], {
      stdio: 'inherit',
    })
    const [code] = await once(child, 'close')
    finished.push({ ...part, hasPassed: code === 0, minutes: (performance.now() - began) / 60_000 })
  }
  printTable(finished)
  process.exitCode = finished.every(({ hasPassed }) => hasPassed) ? 0 : 1
}

/** The parts and what they prove, for the help. */
export function describeParts(): string {
  return PARTS.map(({ command, after }) => `  ${command.padEnd(24)} ${after}`).join('\n')
}

function printTable(finished: readonly FinishedPart[]): void {
  console.log(`\n${'part'.padEnd(24)} result   minutes  proves changes of`)
  for (const { command, after, hasPassed, minutes } of finished)
    console.log(`${command.padEnd(24)} ${hasPassed ? 'good  ' : 'FAILED'} ${minutes.toFixed(1).padStart(9)}  ${after}`)
  const failed = finished.filter(({ hasPassed }) => !hasPassed)
  for (const { command } of failed) console.log(`FAILED: again by npm run u -- prove ${command}`)
  console.log(`${finished.length - failed.length} passed, ${failed.length} failed`)
}
