/** The program of `worker-process.ts`: only the worker of media files. It ends by being killed. */

import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#config/config.ts'
import { mediaJobs } from '#media/jobs.ts'
import { createMediaWorker } from '#media/processing/media-worker.ts'

const { deps } = await createDeps(readConfig(), true)
const worker = createMediaWorker(deps)
await deps.jobs.work(mediaJobs(deps, worker))
worker.wake()
process.stdout.write('ready\n')
