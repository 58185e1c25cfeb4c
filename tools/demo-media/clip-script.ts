/** The clip of one lesson: its texts, its looks, and the frames at which something changes. */
import type { MotifName } from '#design/cover-motifs.ts'
import { COLOURS, courseColours, type Hex } from '#design/tokens.ts'

export const CLIP = { width: 640, height: 360, framesPerSecond: 12, seconds: 20 } as const
export const FRAME_COUNT = CLIP.framesPerSecond * CLIP.seconds

/** The panel with the lettering, once it is open. The art fills the rest of the picture. */
export const PANEL_WIDTH = 384
/** Frames in which the panel opens. */
export const OPENING_FRAMES = 6
/** The title stands alone before the first point. */
const TITLE_SECONDS = 3

export type PanelStyle = { panel: Hex; ink: Hex; faint: Hex; accent: Hex }
export type ClipScript = {
  /** The line above the title, and the one below it. */
  label: string
  note: string
  title: string
  /** `frame`: where the point begins. */
  points: readonly { text: string; frame: number }[]
  images: { seed: string; hue: number; motif: MotifName }
  style: PanelStyle
  isArtLeft: boolean
  /** The lesson's place in its course, from 0. */
  number: number
  hasTone: boolean
}
/** A view of the art without a cut. */
export type Scene = { start: number; frames: number; left: number; width: number }

/** @param startsMs the start of the point's chapter; the first point waits for the title */
export function getPointFrame(startsMs: number): number {
  return Math.round(Math.max(TITLE_SECONDS, startsMs / 1000) * CLIP.framesPerSecond)
}

/** Panels of the modules of a course, in turn. Each pair of colours has the contrast that text needs. */
export function listPanelStyles(hue: number): PanelStyle[] {
  const { light, dark } = courseColours(hue)
  const { light: day, dark: night } = COLOURS
  return [
    { panel: dark.wash, ink: night.text, faint: night['text-2'], accent: dark.strong },
    { panel: day.surface, ink: day.text, faint: day['text-2'], accent: light.strong },
    { panel: light.strong, ink: light.on, faint: light.wash, accent: night.spark },
    { panel: light.wash, ink: day.text, faint: day['text-2'], accent: light.strong },
  ]
}

/** The title's scene fills the picture until the panel is open. A cut starts the scene of each point. */
export function listScenes({ points, isArtLeft }: ClipScript): Scene[] {
  const starts = [0, ...points.map(({ frame }, index) => (index === 0 ? frame + OPENING_FRAMES : frame))]
  const besidePanel = { left: isArtLeft ? 0 : PANEL_WIDTH, width: CLIP.width - PANEL_WIDTH }
  return starts.map((start, index) => ({
    start,
    frames: (starts[index + 1] ?? FRAME_COUNT) - start,
    ...(index === 0 ? { left: 0, width: CLIP.width } : besidePanel),
  }))
}
