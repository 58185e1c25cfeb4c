/** Draws the frames of a clip: the course's art in slow motion, and a panel with the lettering. */
import { Resvg } from '@resvg/resvg-js'
import { coverArt } from '#design/cover-art.ts'
import { listViews, type View } from './camera.ts'
import {
  CLIP,
  type ClipScript,
  FRAME_COUNT,
  listScenes,
  OPENING_FRAMES,
  PANEL_WIDTH,
  type Scene,
} from './clip-script.ts'
import { drawLettering, LABEL_TOP, type Lettering } from './lettering.ts'

/** Frames in which a text appears or leaves, and the pixels that it rises while it appears. */
const FADE_FRAMES = 3
const RISE = 10

type Layer = { content: string; opacity: number; rise: number }

/** Pixels of each frame, four bytes each: red, green, blue, opacity. */
export function* drawFrames(script: ClipScript): Generator<Buffer> {
  const lettering = drawLettering(script)
  const drawArt = createArtDrawing(script)
  for (let frame = 0; frame < FRAME_COUNT; frame++) {
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${CLIP.width}" height="${CLIP.height}">`,
      drawArt(frame),
      drawPanel(script, lettering, frame),
      '</svg>',
    ]
    yield new Resvg(svg.join(''), { font: { loadSystemFonts: false } }).render().pixels
  }
}

/** The art in its light colours. Each scene has its own view of it. */
function createArtDrawing(script: ClipScript): (frame: number) => string {
  const poster = coverArt(script.images.seed, script.images)
  const art = poster.slice(poster.indexOf('>') + 1, poster.lastIndexOf('</svg>'))
  const scenes = listScenes(script)
  const views = listViews(script.images.motif, script.number, scenes)
  return (frame) => {
    const current = scenes.findLastIndex(({ start }) => frame >= start)
    return drawView(art, scenes[current]!, views[current]!, frame)
  }
}

function drawView(art: string, { start, left, width }: Scene, view: View, frame: number): string {
  const { scale, x, y } = view(frame - start)
  const moved = `<g transform="translate(${x} ${y}) scale(${scale})">${art}</g>`
  return `<svg x="${left}" width="${width}" height="${CLIP.height}">${moved}</svg>`
}

/** The label with the title grows into the panel, which then shows one point after the other. */
function drawPanel(script: ClipScript, lettering: Lettering, frame: number): string {
  const opened = ease((frame - script.points[0]!.frame) / OPENING_FRAMES)
  const left = script.isArtLeft ? CLIP.width - PANEL_WIDTH : 0
  const top = LABEL_TOP * (1 - opened)
  const bottom = lettering.titleBottom + (CLIP.height - lettering.titleBottom) * opened
  const box = `x="${left}" y="${top.toFixed(1)}" width="${PANEL_WIDTH}" height="${(bottom - top).toFixed(1)}"`
  const layers = listLayers(script, lettering, frame).map(
    ({ content, opacity, rise }) =>
      `<g transform="translate(${left} ${rise.toFixed(1)})" opacity="${opacity.toFixed(2)}">${content}</g>`,
  )
  return `<rect ${box} fill="${script.style.panel}"/>${layers.join('')}`
}

function listLayers({ points }: ClipScript, { title, headers, points: texts }: Lettering, frame: number): Layer[] {
  const current = points.findLastIndex((point) => frame >= point.frame)
  if (current === -1) return [{ content: title, opacity: 1, rise: 0 }]
  const since = frame - points[current]!.frame
  const isFirst = current === 0
  const shown = ease((since - (isFirst ? FADE_FRAMES : 0)) / FADE_FRAMES)
  const layers = [
    { content: title, opacity: isFirst ? 1 - ease(since / FADE_FRAMES) : 0, rise: 0 },
    { content: headers[current]!, opacity: isFirst ? shown : 1, rise: 0 },
    { content: texts[current]!, opacity: shown, rise: RISE * (1 - shown) },
  ]
  return layers.filter(({ opacity }) => opacity > 0)
}

/** From 0 to 1, slow at both ends. */
function ease(share: number): number {
  const bounded = Math.min(1, Math.max(0, share))
  return bounded * bounded * (3 - 2 * bounded)
}
