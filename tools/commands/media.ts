import { readConfig } from '#config.ts'
import { processLater } from '#features/media/process-later.ts'
import { findFfmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { createToolDeps } from '../tool-deps.ts'

/** @param action `process` */
export async function runMedia(action: string): Promise<void> {
  if (action !== 'process') throw new Error(`There is no action ${action}: use "media process".`)
  const config = readConfig()
  const search = await findFfmpeg(config.media)
  if (!search.ok) {
    console.log(`${search.reason}. Install it on the machines of the workers, and run this command on one of them.`)
    process.exitCode = 1
    return
  }
  const deps = await createToolDeps(config)
  try {
    const { unprocessed, refused, incomplete } = await processLater(deps)
    console.log(`${unprocessed} files that are served as they were uploaded, ${refused} that needed ffmpeg and`)
    console.log(`${incomplete} that lack a part wait for the workers. The files page of a course shows their progress.`)
  } finally {
    await deps.close()
  }
}
