/** A quiet tone at each point of a clip, as 16-bit samples. */
import { CLIP, type ClipScript } from './clip-script.ts'

export const SAMPLES_PER_SECOND = 16_000
/** Hertz: A, E and the A above them. */
const PITCHES = [220, 329.63, 440]
/** Shares of the largest sample: −24 dB. */
const LOUDNESS = 0.063
/** Seconds until a tone is at its loudest, and until it has fallen to a third. */
const ATTACK = 0.08
const DECAY = 1.1

export function createTone({ points }: ClipScript): Buffer {
  const samples = Buffer.alloc(CLIP.seconds * SAMPLES_PER_SECOND * 2)
  for (let index = 0; index < samples.length / 2; index++) {
    const level = points.reduce((sum, { frame }, point) => {
      const time = index / SAMPLES_PER_SECOND - frame / CLIP.framesPerSecond
      return sum + (time < 0 ? 0 : strike(PITCHES[point % PITCHES.length]!, time))
    }, 0)
    samples.writeInt16LE(Math.round(level * LOUDNESS * 32_767), index * 2)
  }
  return samples
}

function strike(pitch: number, time: number): number {
  const envelope = Math.min(1, time / ATTACK) * Math.exp(-time / DECAY)
  return envelope * (Math.sin(2 * Math.PI * pitch * time) + 0.25 * Math.sin(4 * Math.PI * pitch * time))
}
