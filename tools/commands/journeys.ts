import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { build, isBuilt } from '../build.ts'

export async function runJourneys(files: readonly string[]): Promise<void> {
  if (!isBuilt()) await build()
  const projects = ['stories', 'further-journeys'].map((project) => `--project=${project}`)
  const tests = spawn('vitest', ['run', '-c', 'vitest.browser.config.ts', ...projects, ...files], { stdio: 'inherit' })
  const [code] = await once(tests, 'exit')
  process.exitCode = code === 0 ? 0 : 1
}
