/** The commands of an operator, as processes that can be killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

export type Command = { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> }

/**
 * Starts `npm run u -- …`.
 *
 * @param folder of the program, or null for this one
 */
export function startCommand(settings: Record<string, string>, folder: string | null, ...args: string[]): Command {
  const child = spawn(process.execPath, ['tools/u.ts', ...args], {
    cwd: folder ?? process.cwd(),
    env: { ...process.env, NODE_OPTIONS: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  return { child, ended: once(child, 'exit').then(([code]) => ({ code: code as number | null, output })) }
}

/** kill -9 after some milliseconds, unless the command has ended before. */
export async function killAfter({ child, ended }: Command, ms: number): Promise<void> {
  await Promise.race([pause(ms), ended])
  child.kill('SIGKILL')
  await ended
}
