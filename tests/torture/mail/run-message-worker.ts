/** The program of `messages.ts`. Vite loads the worker, because e-mails are React components. It ends by being killed. */
import { join } from 'node:path'
import { runnerImport } from 'vite'

await runnerImport(join(import.meta.dirname, 'message-worker.ts'), { configFile: false, logLevel: 'error' })
