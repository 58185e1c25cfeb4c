import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { build, isBuilt } from '../build.ts'

export async function runJourneys(files: readonly string[]): Promise<void> {
  if (!isBuilt()) await build()
  const tests = spawn('vitest', ['run', '-c', 'vitest.browser.config.ts', ...files], {
    env: { ...process.env, JOURNEYS: 'all' },
    stdio: 'inherit',
  })
  const [code] = await once(tests, 'exit')
  process.exitCode = code === 0 ? 0 : 1
}
