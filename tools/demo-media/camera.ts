/**
 * The camera's slow movements over a course's art. It moves by whole pixels a frame: edges then stay as sharp as in a
 * still picture, and a moved frame costs the encoder almost nothing.
 */
import type { MotifName } from '#design/cover-motifs.ts'
import { CLIP, type Scene } from './clip-script.ts'

/** The art's scale and its position in pixels of the clip, at a frame of the scene. */
export type View = (frame: number) => { scale: number; x: number; y: number }
type Sight = readonly [x: number, y: number]
type Movement = readonly [dx: number, dy: number]

const ART = { width: 1200, height: 750 } as const

/** Places of the art that are worth a close look, in its coordinates. */
const SIGHTS: Partial<Record<MotifName, readonly Sight[]>> = {
  ribbons: [
    [1000, 190],
    [260, 170],
    [650, 300],
    [880, 420],
    [440, 210],
    [1080, 300],
    [130, 150],
  ],
  discs: [
    [600, 250],
    [110, 240],
    [1090, 260],
    [360, 480],
    [850, 400],
    [620, 520],
    [250, 300],
  ],
  signal: [
    [340, 375],
    [640, 375],
    [860, 375],
    [500, 375],
  ],
}
/** Pixels a frame. */
const MOVEMENTS: readonly Movement[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
  [1, -1],
]
const SCALES = [0.8, 0.95, 0.7]
const OPENING_SCALE = 0.68
const OPENING_MOVEMENTS: readonly Movement[] = [
  [1, 0],
  [-1, 0],
]

/**
 * One view for each scene: behind the title, and for each point. Neighbouring lessons look at other places.
 * @param number the lesson's place in its course, from 0
 */
export function listViews(motif: MotifName, number: number, scenes: readonly Scene[]): View[] {
  const sights = SIGHTS[motif]
  if (!sights) throw new Error(`the camera has no places for the motif ${motif}`)
  return scenes.map((scene, index) => {
    const turn = number + index
    const scale = index === 0 ? OPENING_SCALE : SCALES[turn % SCALES.length]!
    const movement = index === 0 ? OPENING_MOVEMENTS[turn % 2]! : MOVEMENTS[turn % MOVEMENTS.length]!
    return createView(sights[(number * 2 + index) % sights.length]!, scale, scene, movement)
  })
}

/** The sight is in the middle at half time, unless the art would then not cover the scene. */
function createView(sight: Sight, scale: number, { width, frames }: Scene, movement: Movement): View {
  const findStart = (axis: 0 | 1, length: number, art: number) => {
    const travel = movement[axis] * frames
    const least = Math.max(0, -travel)
    const most = Math.floor(art * scale) - length - Math.max(0, travel)
    const middle = Math.round(sight[axis] * scale - length / 2 - travel / 2)
    return Math.max(least, Math.min(most, middle))
  }
  const [left, top] = [findStart(0, width, ART.width), findStart(1, CLIP.height, ART.height)]
  return (frame) => ({ scale, x: -(left + movement[0] * frame), y: -(top + movement[1] * frame) })
}
