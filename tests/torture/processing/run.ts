/** kill -9 of the worker and of single encoders while videos are processed. docs/contract §14. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Deps } from '#http/deps.ts'
import { mediaStepWaitingJob } from '#media/queue.ts'
import { transact } from '#platform/db/transaction.ts'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { makeMedia } from '../../support/ffmpeg.ts'
import { listProcesses } from '../../support/processes.ts'
import { createRandom, type Random } from '../../support/random.ts'
import { givenFile } from '../../world/media.ts'
import { givenCourse } from '../../world/selling.ts'
import { pause } from '../installation.ts'
import { type JudgedFile, judgeFile } from './judge.ts'
import { createWorkerProcess, type WorkerProcess, withInstallation } from './worker-process.ts'

export type ProcessingPlan = { files: number; kills: number; seed: number }
export type ProcessingReport = {
  files: number
  workerKills: number
  encoderKills: number
  /** Attempts of all steps: more than steps where a kill met one. */
  attempts: number
  /** Blobs of killed attempts. The nightly clean-up deletes them. */
  orphans: number
  faults: string[]
  seconds: number
}

const FILM_SECONDS = 8
const FRAME_RATE = 24
/** Time from the last kill until every file is ready. */
const READY_WITHIN_MS = 10 * 60_000

export async function tortureProcessing(plan: ProcessingPlan, ffmpeg: Ffmpeg): Promise<ProcessingReport> {
  const began = performance.now()
  const random = createRandom(plan.seed)
  return withInstallation(async (deps, dataDir) => {
    const assetIds = await givenFilms(deps, plan.files, ffmpeg)
    const worker = createWorkerProcess(dataDir)
    try {
      await worker.start()
      const kills = await killWhileProcessing(deps, worker, plan.kills, random)
      await untilProcessed(deps)
      const judged: JudgedFile[] = []
      for (const assetId of assetIds) judged.push(await judgeFile(deps, ffmpeg, assetId, FILM_SECONDS * FRAME_RATE))
      return {
        files: assetIds.length,
        ...kills,
        attempts: judged.reduce((sum, { attempts }) => sum + attempts, 0),
        orphans: judged.reduce((sum, { orphans }) => sum + orphans, 0),
        faults: judged.flatMap(({ faults }) => faults),
        seconds: Math.round((performance.now() - began) / 1000),
      }
    } finally {
      await worker.kill9()
    }
  })
}

async function givenFilms(deps: Deps, count: number, ffmpeg: Ffmpeg): Promise<string[]> {
  const courseCode = (await givenCourse(deps)).slice(0, -2)
  const folder = await mkdtemp(join(tmpdir(), 'understudy-films-'))
  try {
    const path = join(folder, 'film.mp4')
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=854x480:rate=${FRAME_RATE}`]
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440']
    // Above the bit rate that is served as it was uploaded.
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', '1800k', '-c:a', 'aac']
    makeMedia(ffmpeg, [...picture, ...sound, '-t', String(FILM_SECONDS), ...codecs, path])
    const ids: string[] = []
    for (let index = 0; index < count; index++)
      ids.push(await givenFile(deps, courseCode, path, { kind: 'video', contentType: 'video/mp4' }))
    return ids
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const wake = ({ db, jobs }: Deps) => transact(db, (tx) => jobs.enqueue(tx, mediaStepWaitingJob, {}))

/** Ends early when nothing is left to process. Every kill meets a running step. */
async function killWhileProcessing(deps: Deps, worker: WorkerProcess, kills: number, random: Random) {
  const counts = { workerKills: 0, encoderKills: 0 }
  while (counts.workerKills + counts.encoderKills < kills) {
    await pause(600 * random.next())
    await skipWaiting(deps)
    if ((await countRunning(deps)) === 0) {
      if (await isProcessed(deps)) break
      continue
    }
    const encoder = random.chance(0.4) ? await findEncoder(worker.dataDir) : undefined
    if (encoder !== undefined) {
      kill(encoder)
      counts.encoderKills++
    } else {
      await worker.kill9()
      counts.workerKills++
      await sql`update media_step set leased_until = now() - interval '1 second' where state = 'running'`.execute(
        deps.db,
      )
      await worker.start()
    }
  }
  return counts
}

/** The encoder may have ended by itself. */
function kill(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A step of a killed worker is no running one. */
async function countRunning({ db }: Deps): Promise<number> {
  const { rows } = await sql`select from media_step where state = 'running' and leased_until > now()`.execute(db)
  return rows.length
}

/** The process id of an encoder that reads a blob of this installation. */
async function findEncoder(dataDir: string): Promise<number | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    const encoder = listProcesses().find(
      ({ command }) => command.includes(dataDir) && /\bff(?:mpeg|probe)\b/.test(command),
    )
    if (encoder) return encoder.pid
    await pause(50)
  }
  return undefined
}

/** Lets the minutes until the next attempt pass. */
async function skipWaiting(deps: Deps): Promise<void> {
  const { numAffectedRows } = await sql`update media_step set run_after = now()
    where state = 'waiting' and run_after > now()`.execute(deps.db)
  if (numAffectedRows) await wake(deps)
}

async function isProcessed({ db }: Deps): Promise<boolean> {
  const { rows } = await sql`select from media_step where state in ('running', 'waiting') limit 1`.execute(db)
  return rows.length === 0
}

async function untilProcessed(deps: Deps): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && !(await isProcessed(deps))) {
    await skipWaiting(deps)
    await pause(500)
  }
}
