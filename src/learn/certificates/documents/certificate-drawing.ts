/**
 * The certificate as a drawing: the poster of the course, and beside it the text. One drawing for the PDF and the
 * picture, always on light paper. A unit is a 1,123rd of the width of A4 in landscape.
 */
import { cropPoster, type PosterDesign } from '#design/poster-design.ts'
import { COLOURS, courseColours } from '#design/tokens.ts'
import type { Drawing, Shape } from '#platform/pictures/drawing.ts'
import { createLine } from '#platform/pictures/glyphs.ts'
import { createQrCode } from '#platform/pictures/qr-code.ts'
import { type Block, layOutBlocks } from './lay-out-blocks.ts'

export type CertificateTexts = {
  issuerName: string
  /** Printed in the place of the name. */
  holder: string
  statement: string
  courseTitle: string
  /** Below the line, the first one strong. */
  signature: string[]
  hours: number | null
  /** The address of the page that verifies the certificate. */
  url: string
  /** `U7F3K-92QDM`. */
  number: string
}
export type CertificateFacts = CertificateTexts & { design: PosterDesign; focal: number }

/** 297 × 210 mm. */
const SIZE = { width: 1123, height: 794 } as const
const POSTER_WIDTH = 404
/** The picture is a little higher than A4. */
const BLEED = 4
const LEFT = 498
const RIGHT = SIZE.width - 64
const TOP = 56
const BOTTOM = SIZE.height - 48
const BASE_LINE = 632
const QR_WIDTH = 92
const MAX_PROOF_WIDTH = 250
const BACKGROUND = '#fffdf9'
const { text: INK, 'text-2': QUIET, spark: SPARK, 'on-spark': ON_SPARK } = COLOURS.light

export function drawCertificate(facts: CertificateFacts): Drawing {
  const poster = { x: 0, y: 0, width: POSTER_WIDTH, height: SIZE.height + BLEED }
  const proof = drawProof(facts)
  return {
    ...SIZE,
    shapes: [
      { is: 'path', path: drawBox(SIZE.width, SIZE.height + BLEED), fill: BACKGROUND },
      { is: 'picture', element: cropPoster(facts.design, facts.focal, poster), ...poster },
      ...drawHead(facts.issuerName),
      ...drawClaim(facts),
      { is: 'path', path: drawBox(RIGHT - LEFT, 2), fill: INK, x: LEFT, y: BASE_LINE },
      ...drawSignature(facts.signature, proof.left - 32 - LEFT),
      ...proof.shapes,
      ...(facts.hours === null ? [] : drawSeal(facts.hours)),
    ],
  }
}

const drawBox = (width: number, height: number) => `M0 0H${width}V${height}H0z`

function drawHead(issuerName: string): Shape[] {
  return [
    {
      is: 'path',
      path: 'M13 0a13 13 0 1 1 0 26H0V13A13 13 0 0 1 13 0z',
      fill: SPARK,
      x: LEFT,
      y: TOP,
      scale: 19 / 26,
    },
    { is: 'text', text: issuerName, face: 'display', size: 22, x: LEFT + 28, y: TOP + 17, fill: INK },
    {
      is: 'text',
      text: 'Certificate of completion',
      face: 'text',
      size: 14,
      x: RIGHT,
      y: TOP + 15,
      fill: QUIET,
      align: 'right',
    },
  ]
}

/** Name, statement and course, in the middle of the space above the line. */
function drawClaim({ holder, statement, courseTitle, design }: CertificateFacts): Shape[] {
  const strong = courseColours(design.hue).light.strong
  const blocks: Block[] = [
    { text: 'This certifies that', face: 'text', sizes: [18], leading: 1.45, width: 480, fill: QUIET },
    {
      text: holder,
      face: 'display',
      sizes: [86, 76, 68, 60, 52, 46, 40, 34, 28],
      leading: 1,
      width: RIGHT - LEFT,
      lines: 2,
      fill: INK,
    },
    { text: statement, face: 'text', sizes: [18], leading: 1.45, width: 480, fill: QUIET },
    { text: courseTitle, face: 'display', sizes: [31, 27, 23], leading: 1.16, width: 470, lines: 3, fill: strong },
  ]
  return layOutBlocks(blocks, { x: LEFT, top: TOP + 40, bottom: BASE_LINE - 14, gap: 18 })
}

/** From the bottom line up. */
function drawSignature(signature: readonly string[], width: number): Shape[] {
  const [strong = '', ...rest] = signature
  const blocks: Block[] = [
    { text: strong, face: 'text', sizes: [16, 14, 12], leading: 1.35, width, lines: 2, fill: INK },
    ...rest.map((text): Block => ({ text, face: 'text', sizes: [14, 12], leading: 1.4, width, lines: 2, fill: QUIET })),
  ]
  return layOutBlocks(blocks, { x: LEFT, top: BASE_LINE + 16, bottom: BOTTOM, gap: 2, align: 'end' })
}

/** @returns `left`: where the text begins */
function drawProof({ url, number }: CertificateFacts): { shapes: Shape[]; left: number } {
  const { host, pathname } = new URL(url)
  const slash = pathname.lastIndexOf('/') + 1
  const right = RIGHT - QR_WIDTH - 16
  const texts = [
    { text: 'Check it at', size: 12.5 },
    { text: `${host}${pathname.slice(0, slash)}`, size: 12.5 },
    { text: pathname.slice(slash), size: 12.5 },
  ].map((line) => fitLine(line))
  const code = createQrCode(url)
  const line = { is: 'text', face: 'text', x: right, fill: QUIET, align: 'right' } as const
  return {
    left: right - Math.max(...texts.map(({ width }) => width)),
    shapes: [
      ...texts.map(({ text, size: textSize }, index) => ({
        ...line,
        text,
        size: textSize,
        y: BOTTOM - 26 - (texts.length - 1 - index) * 19,
      })),
      { ...line, text: number, face: 'display', size: 17, y: BOTTOM - 3, fill: INK },
      {
        is: 'path',
        path: code.path,
        fill: INK,
        x: RIGHT - QR_WIDTH,
        y: BOTTOM - QR_WIDTH,
        scale: QR_WIDTH / code.size,
      },
    ],
  }
}

function fitLine({ text, size }: { text: string; size: number }): { text: string; size: number; width: number } {
  const { width } = createLine(text, 'text', size)
  const shrink = Math.min(1, MAX_PROOF_WIDTH / width)
  return { text, size: size * shrink, width: width * shrink }
}

function drawSeal(hours: number): Shape[] {
  const line = { is: 'text', x: POSTER_WIDTH, fill: ON_SPARK, align: 'centre' } as const
  return [
    {
      is: 'path',
      path: 'M52 0a52 52 0 1 1 0 104H0V52A52 52 0 0 1 52 0z',
      fill: SPARK,
      x: POSTER_WIDTH - 52,
      y: BOTTOM - 104,
    },
    { ...line, text: `${hours} h`, face: 'display', size: 27, y: BOTTOM - 49 },
    { ...line, text: 'of learning', face: 'text', size: 12.5, y: BOTTOM - 31 },
  ]
}
