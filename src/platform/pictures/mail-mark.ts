/** The mark of a site as e-mails show it beside its name. docs/contract §45. */
import sharp from 'sharp'

/** `width` and `height`: pixels at which an e-mail shows the picture. */
export type MailMark = { picture: Buffer; width: number; height: number }

const HEIGHT = 32
const MAX_WIDTH = 96
/** The width of the edge around a mark with transparent parts, and the radius of its corners. */
const EDGE = 2
const RADIUS = 6
/** Pixels of the picture for one that is shown. */
const SHARPNESS = 3

/**
 * A PNG: some mail programs show no WebP. A mark with transparent parts is on white, because its colours may vanish on
 * the dark background that many mail programs choose.
 *
 * @param mark a small picture that we have made ourselves
 */
export async function drawMailMark(mark: Buffer): Promise<MailMark> {
  const source = sharp(mark)
  const [{ width, height }, { isOpaque }] = await Promise.all([source.metadata(), source.stats()])
  const edge = isOpaque ? 0 : EDGE
  const scale = Math.min((HEIGHT - 2 * edge) / height, (MAX_WIDTH - 2 * edge) / width)
  const inner = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const outer = { width: inner.width + 2 * edge, height: inner.height + 2 * edge }
  const shown = await sharp(mark)
    .resize({ width: inner.width * SHARPNESS, height: inner.height * SHARPNESS, fit: 'fill' })
    .png()
    .toBuffer()
  return { picture: isOpaque ? shown : await putOnWhite(shown, outer), ...outer }
}

async function putOnWhite(mark: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const card = { width: width * SHARPNESS, height: height * SHARPNESS, channels: 4 as const }
  return sharp(createWhiteCard(card.width, card.height, RADIUS * SHARPNESS), { raw: card })
    .composite([{ input: mark, left: EDGE * SHARPNESS, top: EDGE * SHARPNESS }])
    .png()
    .toBuffer()
}

/** RGBA, with round corners. Not an SVG, because sharp reads none here (`convert-image.ts`). */
function createWhiteCard(width: number, height: number, radius: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const toInside = (at: number, size: number) => Math.max(radius - at - 0.5, at + 0.5 - (size - radius), 0)
      const distance = Math.hypot(toInside(x, width), toInside(y, height))
      pixels[(y * width + x) * 4 + 3] = Math.round(255 * Math.min(1, Math.max(0, radius + 0.5 - distance)))
    }
  return pixels
}
