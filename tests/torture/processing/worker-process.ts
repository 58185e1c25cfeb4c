/** A worker of media files as a process of its own, on the built-in database of a temporary data folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'

export async function withInstallation<Answer>(
  work: (deps: Deps, dataDir: string) => Promise<Answer>,
): Promise<Answer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-run-'))
  await chmod(dataDir, 0o711)
  const { deps, close } = await createDeps(readConfig({ MODE: 'demo', DATA_DIR: dataDir }), false)
  try {
    return await work(deps, dataDir)
  } finally {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

export type WorkerProcess = { dataDir: string; start(): Promise<void>; kill9(): Promise<void> }

export function createWorkerProcess(dataDir: string): WorkerProcess {
  let child: ChildProcess | undefined
  return {
    dataDir,
    async start() {
      const env = { ...process.env, NODE_OPTIONS: '', MODE: 'demo', DATA_DIR: dataDir, ENCODERS: '2' }
      child = spawn(process.execPath, [join(import.meta.dirname, 'run-worker.ts')], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
      if (child.exitCode !== null) throw new Error(`The worker ended with ${child.exitCode}.`)
    },
    async kill9() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
