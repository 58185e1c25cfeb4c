/**
 * Encodes a clip with the ffmpeg of the machine: H.264, and AAC when it has a tone, index first. One thread and no
 * dates, so that the same ffmpeg writes the same bytes.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { CLIP, type ClipScript } from './clip-script.ts'
import { drawFrames } from './draw-frames.ts'
import { createTone, SAMPLES_PER_SECOND } from './tone.ts'

/** The largest clip, in bytes. */
export const MAX_CLIP_BYTES = 90_000

/** Bytes of the tone and of the index, which the picture leaves free. */
const TONE_BYTES = 20_000
const INDEX_BYTES = 5_500
/** The encoder may miss its target, so a clip that became too large is made again with less. */
const TARGET_SHARES = [0.97, 0.93, 0.88, 0.82]

const run = promisify(execFile)

export async function encodeClip(script: ClipScript): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-clip-'))
  try {
    const inputs = await writeInputs(folder, script)
    for (const share of TARGET_SHARES) {
      const bytes = MAX_CLIP_BYTES * share - INDEX_BYTES - (script.hasTone ? TONE_BYTES : 0)
      const clip = await encodeTwice(folder, inputs, Math.floor((bytes * 8) / CLIP.seconds))
      if (clip.length <= MAX_CLIP_BYTES) return clip
    }
    throw new Error(`“${script.title}” does not fit into ${MAX_CLIP_BYTES} bytes`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Inputs = { frames: readonly string[]; tone: readonly string[] }

/** The first pass measures how many bits each frame needs. @param bitsPerSecond of the picture */
async function encodeTwice(folder: string, { frames, tone }: Inputs, bitsPerSecond: number): Promise<Buffer> {
  const picture = [...PICTURE_OPTIONS, '-b:v', String(bitsPerSecond), '-passlogfile', join(folder, 'pass')]
  await run('ffmpeg', ['-v', 'error', ...frames, ...picture, '-pass', '1', '-f', 'null', '-'])
  const file = join(folder, 'clip.mp4')
  await run('ffmpeg', ['-v', 'error', '-y', ...frames, ...tone, ...picture, '-pass', '2', ...FILE_OPTIONS, file])
  return readFile(file)
}

const PICTURE_OPTIONS = [
  ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
  ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'slower', '-tune', 'animation', '-threads', '1'],
  // Without psychovisual tuning, which adds noise to flat colours. Only the first frame stands alone.
  ...['-x264-params', 'no-psy=1:keyint=infinite:scenecut=0', '-flags:v', '+bitexact'],
]

const FILE_OPTIONS = [
  // Removes the encoder's note about itself.
  ...['-bsf:v', 'filter_units=remove_types=6', '-map_metadata', '-1', '-fflags', '+bitexact'],
  ...['-movflags', '+faststart', '-t', String(CLIP.seconds)],
]

/** Stores the frames without loss, because each pass reads them again */
async function writeInputs(folder: string, script: ClipScript): Promise<Inputs> {
  const frames = join(folder, 'frames.mkv')
  const format = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${CLIP.width}x${CLIP.height}`]
  const input = [...format, '-r', String(CLIP.framesPerSecond), '-i', 'pipe:0']
  const options = ['-v', 'error', ...input, '-c:v', 'ffv1', '-pix_fmt', 'bgr0', frames]
  const encoder = spawn('ffmpeg', options, { stdio: ['pipe', 'inherit', 'inherit'] })
  const closed = once(encoder, 'close')
  await pipeline(Readable.from(drawFrames(script)), encoder.stdin)
  const [code] = await closed
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
  if (!script.hasTone) return { frames: ['-i', frames], tone: [] }
  const tone = join(folder, 'tone.pcm')
  await writeFile(tone, createTone(script))
  const samples = ['-f', 's16le', '-ar', String(SAMPLES_PER_SECOND), '-ac', '1', '-i', tone]
  return { frames: ['-i', frames], tone: [...samples, '-c:a', 'aac', '-b:a', '8k', '-flags:a', '+bitexact'] }
}
