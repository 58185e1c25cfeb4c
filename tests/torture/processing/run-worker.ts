/** The program of `worker-process.ts`: only the worker of media files. It ends by being killed. */

import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#config/config.ts'
import { registerMediaJobs } from '#media/jobs.ts'

const { deps } = await createDeps(readConfig(), true)
await registerMediaJobs(deps)
process.stdout.write('ready\n')
