/** The preview picture of a shared link: the text, and the page's poster beside it. */
import { createHash } from 'node:crypto'
import type { CourseCard } from '#catalogue/catalog/wire.ts'
import { cropPoster, getPosterDesign, type PosterDesign } from '#design/poster-design.ts'
import { SITE_ART } from '#design/site-art.ts'
import { COLOURS } from '#design/tokens.ts'
import type { Site } from '#domain/site/site.ts'
import { breakIntoLines, createLine, type Line, toPrintable } from '#platform/pictures/glyphs.ts'
import { formatCourseByline, formatCourseKind } from '../course-labels.ts'
import type { Information } from '../information/information.ts'

export const PICTURE_SIZE = { width: 1200, height: 630 } as const
/** `plain`: the texts for a title or subtitle in a script that our fonts do not draw. */
export type SharePicture = {
  name: string
  title: string
  subtitle: string
  plain: { title: string; subtitle: string }
  design: PosterDesign
  focal: number
  /** Beside the mark. */
  siteName: string
  /** Of the course, in place of the drawing. */
  photo?: NonNullable<CourseCard['images']['share']>
}

/** `deps.site.current` */
type SiteWords = Pick<Site, 'name' | 'headline'>

/** Drawing version. Increase it when the drawing changes: every picture then gets a new address. */
const DRAWING_VERSION = 3
const DEFAULT_DESIGN = SITE_ART['print-3']!

type PicturedCourse = Pick<
  CourseCard,
  'coursePrefixCode' | 'sectionTitle' | 'images' | 'kind' | 'deliveryType' | 'instructor' | 'instructorCount'
>

export function createCoursePicture(course: PicturedCourse, { name: siteName }: SiteWords): SharePicture {
  const { coursePrefixCode: name, sectionTitle: title, images } = course
  return {
    name,
    title,
    subtitle: formatCourseByline(course),
    plain: { title: `Course ${name}`, subtitle: formatCourseKind(course) },
    design: getPosterDesign(images) ?? DEFAULT_DESIGN,
    focal: images.focal,
    siteName,
    ...(images.share && { photo: images.share }),
  }
}

export function createInformationPicture({ name, heading, art }: Information, site: SiteWords): SharePicture {
  const design = (art && getPosterDesign(art)) ?? DEFAULT_DESIGN
  const { subtitle, plain, siteName } = createHomePicture(site)
  return { name, title: heading, subtitle, plain, design, focal: art?.focal ?? 50, siteName }
}

const SUBTITLE = 'Live and on-demand courses'
export const HOME_PICTURE_NAME = 'home'

export function createHomePicture({ name: siteName, headline }: SiteWords): SharePicture {
  return {
    name: HOME_PICTURE_NAME,
    title: headline,
    subtitle: SUBTITLE,
    plain: { title: 'Courses', subtitle: SUBTITLE },
    design: DEFAULT_DESIGN,
    focal: 50,
    siteName,
  }
}

/** `/og/NG-0123456789abcdef.png`, or `.jpg` for a photo: each picture has its own address, so that browsers may cache it for ever. */
export function getPicturePath(picture: SharePicture): string {
  return `/og/${picture.name}-${hashPicture(picture)}.${picture.photo ? 'jpg' : 'png'}`
}

export function hashPicture(picture: SharePicture): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, picture]))
    .digest('hex')
    .slice(0, 16)
}

const MARGIN = 64
const POSTER_WIDTH = 520
const TEXT_WIDTH = PICTURE_SIZE.width - POSTER_WIDTH - 2 * MARGIN
const TITLE_SIZES = [76, 68, 60, 52, 44, 36]
const MAX_TITLE_LINES = 5
const SUBTITLE_SIZE = 32

export function drawPicture({ design, focal, plain, siteName, ...texts }: SharePicture): string {
  const { width, height } = PICTURE_SIZE
  const title = toPrintable(texts.title, plain.title, 'display')
  const name = drawName(toPrintable(siteName, '', 'display'))
  const subtitle = toPrintable(texts.subtitle, plain.subtitle)
  const { size, lines } = fitTitle(title)
  const subtitleTop = MARGIN + lines.length * size * 1.04 + 16
  const { bg, text, 'text-2': faint, spark } = { ...COLOURS.light }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${bg}"/>`,
    cropPoster(design, focal, { x: width - POSTER_WIDTH, y: 0, width: POSTER_WIDTH, height }),
    `<g fill="${text}">${drawLines(lines, MARGIN + size * 0.8, size * 1.04)}</g>`,
    `<g fill="${faint}">${drawLines(breakIntoLines(subtitle, 'text', SUBTITLE_SIZE, TEXT_WIDTH), subtitleTop + SUBTITLE_SIZE, SUBTITLE_SIZE * 1.4)}</g>`,
    `<path transform="translate(${MARGIN} ${height - MARGIN - 33}) scale(1.25)" fill="${spark}" d="M13 0a13 13 0 1 1 0 26H0V13A13 13 0 0 1 13 0z"/>`,
    `<path transform="translate(${MARGIN + 46} ${height - MARGIN - 5})" fill="${text}" d="${name}"/>`,
    '</svg>',
  ].join('')
}

const NAME_SIZES = [34, 28, 22]

/** The path of the name, smaller or shortened so that it fits beside the mark. Empty in a script that our fonts lack. */
function drawName(name: string): string {
  const fits = ({ width }: Line) => width <= TEXT_WIDTH - 46
  const whole = NAME_SIZES.map((size) => createLine(name, 'display', size)).find(fits)
  if (whole) return whole.path
  const letters = [...name]
  const shorten = (count: number) =>
    createLine(`${letters.slice(0, count).join('').trim()}…`, 'display', NAME_SIZES.at(-1)!)
  let count = letters.length
  while (count > 1 && !fits(shorten(count))) count--
  return shorten(count).path
}

/** The largest size at which the title fits. */
function fitTitle(title: string): { size: number; lines: Line[] } {
  const candidates = TITLE_SIZES.map((size) => ({ size, lines: breakIntoLines(title, 'display', size, TEXT_WIDTH) }))
  const fits = ({ size, lines }: (typeof candidates)[number]) =>
    lines.length <= MAX_TITLE_LINES && lines.length * size < 340 && lines.every(({ width }) => width <= TEXT_WIDTH)
  return candidates.find(fits) ?? candidates.at(-1)!
}

function drawLines(lines: readonly Line[], firstBaseline: number, lineHeight: number): string {
  return lines
    .map(
      ({ path }, index) => `<path transform="translate(${MARGIN} ${firstBaseline + index * lineHeight})" d="${path}"/>`,
    )
    .join('')
}
