/** The picture that a shared link shows: the words on paper, and the page's own poster beside them. */
import { createHash } from 'node:crypto'
import { coverArt } from '#domain/cover-art.ts'
import { COLOURS } from '#domain/tokens.ts'
import type { CourseCard } from '#features/catalog/wire.ts'
import { type Line, lineOf, linesOf } from '#platform/pictures/glyphs.ts'
import { HOUSE_ART } from './house-art.ts'
import type { Information } from './information.ts'
import { type Print, printOf } from './poster-print.ts'
import { billingOf } from './words.ts'

const PICTURE_SIZE = { width: 1200, height: 630 } as const
export type SharePicture = { name: string; title: string; line: string; print: Print; focal: number }

/** A changed drawing gets a new address for every picture. */
const DRAWING = 1
const HOUSE = HOUSE_ART['print-3']!

type Told = Pick<
  CourseCard,
  'coursePrefixCode' | 'sectionTitle' | 'images' | 'kind' | 'deliveryType' | 'instructor' | 'instructorCount'
>

export function coursePicture(course: Told): SharePicture {
  const { coursePrefixCode: name, sectionTitle: title, images } = course
  return { name, title, line: billingOf(course), print: printOf(images) ?? HOUSE, focal: images.focal }
}

export function informationPicture({ name, heading, art }: Information): SharePicture {
  const print = (art && printOf(art)) ?? HOUSE
  return { name, title: heading, line: HOME_PICTURE.line, print, focal: art?.focal ?? 50 }
}

export const HOME_PICTURE: SharePicture = {
  name: 'home',
  title: 'Learn the part. Then go on.',
  line: 'Live and on-demand courses from working creators',
  print: HOUSE,
  focal: 50,
}

/** `/og/NG-0123456789abcdef.png`: another picture has another address, so that each may be kept for ever. */
export function picturePath(picture: SharePicture): string {
  return `/og/${picture.name}-${hashOf(picture)}.png`
}

export function hashOf(picture: SharePicture): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, picture]))
    .digest('hex')
    .slice(0, 16)
}

const EDGE = 64
const POSTER_WIDTH = 520
const TEXT_WIDTH = PICTURE_SIZE.width - POSTER_WIDTH - 2 * EDGE
const TITLE_SIZES = [76, 68, 60, 52, 44, 36]
const MOST_TITLE_LINES = 5
const LINE_SIZE = 32

export function drawPicture({ title, line, print, focal }: SharePicture): string {
  const { width, height } = PICTURE_SIZE
  const { size, lines } = titleLines(title)
  const under = EDGE + lines.length * size * 1.04 + 16
  const { bg, text, 'text-2': faint, spark } = { ...COLOURS.light }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${bg}"/>`,
    poster(print, focal),
    `<g fill="${text}">${stacked(lines, EDGE + size * 0.8, size * 1.04)}</g>`,
    `<g fill="${faint}">${stacked(linesOf(line, 'text', LINE_SIZE, TEXT_WIDTH), under + LINE_SIZE, LINE_SIZE * 1.4)}</g>`,
    `<path transform="translate(${EDGE} ${height - EDGE - 33}) scale(1.25)" fill="${spark}" d="M13 0a13 13 0 1 1 0 26H0V13A13 13 0 0 1 13 0z"/>`,
    `<path transform="translate(${EDGE + 46} ${height - EDGE - 5})" fill="${text}" d="${lineOf('Understudy', 'display', 34).path}"/>`,
    '</svg>',
  ].join('')
}

/** The largest size at which the title fits. */
function titleLines(title: string): { size: number; lines: Line[] } {
  const tries = TITLE_SIZES.map((size) => ({ size, lines: linesOf(title, 'display', size, TEXT_WIDTH) }))
  const fits = ({ size, lines }: (typeof tries)[number]) =>
    lines.length <= MOST_TITLE_LINES && lines.length * size < 340 && lines.every(({ width }) => width <= TEXT_WIDTH)
  return tries.find(fits) ?? tries.at(-1)!
}

function stacked(lines: readonly Line[], first: number, step: number): string {
  return lines
    .map(({ path }, index) => `<path transform="translate(${EDGE} ${first + index * step})" d="${path}"/>`)
    .join('')
}

/** The poster's tall crop, as cards have it: `focal` percent from the left stays in sight. */
function poster(print: Print, focal: number): string {
  const seen = (POSTER_WIDTH / PICTURE_SIZE.height) * 750
  const from = ((1200 - seen) * focal) / 100
  const art = coverArt(print.seed, print)
  const inside = art.slice(art.indexOf('>') + 1)
  const x = PICTURE_SIZE.width - POSTER_WIDTH
  return `<svg x="${x}" y="0" width="${POSTER_WIDTH}" height="${PICTURE_SIZE.height}" viewBox="${from} 0 ${seen} 750">${inside}`
}
