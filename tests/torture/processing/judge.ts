/** Compares the rows of processed files with their blobs. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { getSegmentName, INIT_SEGMENT, type MediaSegment } from '#domain/learning/playlists.ts'
import type { Deps } from '#http/deps.ts'
import { derivedPrefix } from '#platform/blobs/blob-keys.ts'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { getMediaState } from '../../world/media.ts'

type BlobDependencies = Pick<Deps, 'db' | 'blobs'>
type Rendition = Awaited<ReturnType<typeof getMediaState>>['renditions'][string]

const STEPS = ['inspect', 'measure', 'poster', 'storyboard', 'video-360']

export type JudgedFile = { faults: string[]; attempts: number; orphans: number }

/** Each broken promise of one file as a sentence. An orphan is a blob of an attempt that no row names. */
export async function judgeFile(
  deps: BlobDependencies,
  ffmpeg: Ffmpeg,
  assetId: string,
  frames: number,
): Promise<JudgedFile> {
  const { asset, steps, renditions } = await getMediaState(deps, assetId)
  const sizes = await listSizes(deps, derivedPrefix(assetId))
  const faults: string[] = []
  if (asset.state !== 'ready') faults.push(`the file is ${asset.state}`)
  const states = Object.values(steps).map(({ step, state }) => `${step} ${state}`)
  const expected = STEPS.map((step) => `${step} done`)
  if (states.toSorted().join() !== expected.join()) faults.push(`its steps are ${states.join(', ')}`)
  if (Object.keys(renditions).toSorted().join() !== 'poster,storyboard,video-360')
    faults.push(`its renditions are ${Object.keys(renditions).join(', ')}`)
  for (const rendition of Object.values(renditions)) faults.push(...judgeBlobs(rendition, sizes))
  const video = renditions['video-360']
  if (video && faults.length === 0) {
    const decoded = await countFrames(deps, ffmpeg, video)
    if (decoded !== frames) faults.push(`${decoded} of ${frames} frames can be decoded`)
  }
  const folders = new Set(Object.values(renditions).map(({ folder }) => `${folder}/`))
  const orphans = [...sizes.keys()].filter((key) => !folders.has(key.slice(0, key.lastIndexOf('/') + 1))).length
  const attempts = Object.values(steps).reduce((sum, { attempt }) => sum + attempt, 0)
  return { faults: faults.map((fault) => `${assetId}: ${fault}`), attempts, orphans }
}

async function listSizes({ blobs }: BlobDependencies, prefix: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, size } of blobs.list(prefix)) sizes.set(key, size)
  return sizes
}

const toSegments = ({ segments }: Rendition) => segments as MediaSegment[] | null

function judgeBlobs(rendition: Rendition, sizes: ReadonlyMap<string, number>): string[] {
  const { name, folder, bytes } = rendition
  const segments = toSegments(rendition)
  const size = (file: string) => sizes.get(`${folder}/${file}`) ?? 0
  if (segments) {
    const isWhole = size(INIT_SEGMENT) > 0 && segments.every((one, index) => size(getSegmentName(index)) === one.bytes)
    return isWhole ? [] : [`a segment of ${name} is missing or not whole`]
  }
  const needed = name === 'poster' ? ['640.webp', '1280.webp'] : ['0.webp', 'map.vtt']
  const pictures = [...sizes].filter(([key]) => key.startsWith(`${folder}/`) && key.endsWith('.webp'))
  const sum = pictures.reduce((total, [, own]) => total + own, 0)
  return needed.every((file) => size(file) > 0) && sum === bytes ? [] : [`a picture of ${name} is missing or not whole`]
}

async function countFrames({ blobs }: BlobDependencies, ffmpeg: Ffmpeg, rendition: Rendition): Promise<number> {
  const names = [INIT_SEGMENT, ...toSegments(rendition)!.map((_segment, index) => getSegmentName(index))]
  const parts: Buffer[] = []
  for (const name of names) parts.push(await buffer((await blobs.get(`${rendition.folder}/${name}`))!.stream))
  const folder = await mkdtemp(join(tmpdir(), 'understudy-judge-'))
  try {
    const path = join(folder, 'whole.mp4')
    await writeFile(path, Buffer.concat(parts))
    const args = ['-v', 'error', '-count_frames', '-select_streams', 'v', '-show_streams', '-of', 'json', path]
    const { stdout } = await promisify(execFile)(ffmpeg.ffprobePath, args)
    return Number(JSON.parse(stdout).streams[0]?.nb_read_frames)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
