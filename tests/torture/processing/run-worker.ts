/** The program of `worker-process.ts`: only the worker of media files. It ends by being killed. */
import { readConfig } from '#config.ts'
import { registerMediaJobs } from '#features/media/jobs.ts'
import { createDeps } from '#http/create-deps.ts'

const { deps } = await createDeps(readConfig(), true)
await registerMediaJobs(deps)
process.stdout.write('ready\n')
