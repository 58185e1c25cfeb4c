import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import { type Config, readConfig, StartupError } from '#config/config.ts'
import { parseSize } from '#config/media.ts'
import { changeQuota } from '#learn/course-media/change-quota.ts'
import { formatBytes } from '#learn/lessons/parts/course-words.ts'
import { processLater } from '#media/process-later.ts'
import { getCourseStorage } from '#media/queries/uploads.ts'
import { findFfmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { createToolDeps } from '../tool-deps.ts'

/** @param action `process` or `quota` */
export async function runMedia(action: string, course?: string, size?: string): Promise<void> {
  if (action === 'process' && !course) return processFiles(readConfig())
  if (action === 'quota' && course) return runQuota(readConfig(), course.toUpperCase(), size)
  throw new StartupError('Usage: npm run u -- media process, or npm run u -- media quota NG ["80 GB" | default]')
}

async function processFiles(config: Config): Promise<void> {
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

/** @param size prints the storage if undefined */
async function runQuota(config: Config, courseCode: string, size: string | undefined): Promise<void> {
  const quotaBytes = size === undefined || size === 'default' ? null : parseSize(size)
  if (quotaBytes === 0) throw new StartupError(`${size} is not a size. Write one such as "500 MB" or "80 GB".`)
  const deps = await createToolDeps(config)
  try {
    if ((await getCourseTitle(deps.db, courseCode)) === null)
      throw new StartupError(`There is no course ${courseCode}.`)
    if (size !== undefined) await changeQuota(deps, courseCode, quotaBytes)
    const storage = await getCourseStorage(deps.db, courseCode, config.media.courseQuotaBytes)
    console.log(
      `The files of ${courseCode} take ${formatBytes(storage.usedBytes)} of ${formatBytes(storage.quotaBytes)}.`,
    )
  } finally {
    await deps.close()
  }
}
