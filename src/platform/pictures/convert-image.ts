/** Converts uploaded pictures by sharp. The files are hostile: docs/contract §14. */
import sharp from 'sharp'

/** Pixels of a picture. A larger one is refused before it is decoded. */
const MAX_PIXELS = 40_000_000

// libvips also reads SVG, PDF and formats that name other files. A wrong type must not choose one of those.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
})
sharp.concurrency(1)
sharp.cache(false)

/** Near the quality of WebP at 82. More effort takes seconds for a few per cent of the bytes. */
const AVIF = { quality: 58, effort: 2 }

export type PictureSize = { width: number; height: number }
/** `crop` fills the size exactly, cut in the middle. Without it the picture keeps its shape within the size. */
type Conversion = PictureSize & { crop?: boolean; quality?: number; format?: PictureFormat }
export type PictureFormat = 'avif' | 'webp'

/**
 * Writes the picture upright, as WebP or AVIF without metadata, and never larger than it is. Animations keep their first frame.
 *
 * @returns the size of the result
 * @throws if the file is no picture of a known type, or has more than 40 million pixels
 */
export async function convertImage(
  source: string | Buffer,
  targetPath: string,
  { width, height, crop = false, quality = 82, format = 'webp' }: Conversion,
): Promise<PictureSize> {
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .rotate()
    .resize({ width, height, fit: crop ? 'cover' : 'inside', withoutEnlargement: !crop })
  const encoded = format === 'avif' ? image.avif(AVIF) : image.webp({ quality })
  const { width: resultWidth, height: resultHeight } = await encoded.toFile(targetPath)
  return { width: resultWidth, height: resultHeight }
}

/** Fills the size with the part of the picture around the point, in percent of its width and height. JPEG. */
export async function cropToJpeg(
  source: string,
  { width, height }: PictureSize,
  { focalX, focalY }: { focalX: number; focalY: number },
): Promise<Buffer> {
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
  const original = await image.metadata()
  const scale = Math.max(width / original.width, height / original.height)
  const [fullWidth, fullHeight] = [Math.round(original.width * scale), Math.round(original.height * scale)]
  const getStart = (full: number, part: number, percent: number) =>
    Math.round(Math.min(Math.max((full * percent) / 100 - part / 2, 0), full - part))
  return image
    .resize({ width: fullWidth, height: fullHeight, fit: 'fill' })
    .extract({ left: getStart(fullWidth, width, focalX), top: getStart(fullHeight, height, focalY), width, height })
    .jpeg({ quality: 84 })
    .toBuffer()
}

type Picture = ReturnType<typeof sharp>

/** Content type → the format of a copy. The quality is near that of the upload. */
const COPIES = {
  'image/jpeg': (image: Picture) => image.jpeg({ quality: 92 }),
  'image/png': (image: Picture) => image.png(),
  'image/webp': (image: Picture) => image.webp({ quality: 92 }),
  'image/avif': (image: Picture) => image.avif({ quality: 80, effort: 2 }),
  'image/gif': (image: Picture) => image.gif(),
}

/**
 * Writes the picture in its own format and size, upright and without metadata. An animation keeps its frames, up to 40
 * million pixels together; a longer one keeps the first.
 *
 * @throws if the file is no picture of this type, or has more than 40 million pixels
 */
export async function copyImage(source: string, targetPath: string, contentType: string): Promise<void> {
  const toFormat = COPIES[contentType as keyof typeof COPIES]
  if (!toFormat) throw new Error(`no copy of ${contentType}`)
  const { width, height, pages = 1 } = await sharp(source, { limitInputPixels: MAX_PIXELS }).metadata()
  const isAnimated = pages > 1 && width * height * pages <= MAX_PIXELS
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: isAnimated ? -1 : 1 })
  await toFormat(isAnimated ? image : image.rotate()).toFile(targetPath)
}
