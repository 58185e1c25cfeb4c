/**
 * The addresses of public images: `/images/{assetId}/{crop}-{width}.{mac}.webp`. The MAC allows only addresses that our
 * pages wrote. docs/contract §14.
 */
import { timingSafeEqual } from 'node:crypto'
import type { PictureSize } from '#platform/pictures/convert-image.ts'
import type { Secrets } from '#platform/secrets.ts'

const PURPOSE = 'public image'
const MAC_BYTES = 16
/** Pixels. */
const WIDTHS = [320, 640, 960, 1280, 1920] as const
/** Width divided by height. `whole` keeps the shape of the picture. */
const CROPS = { whole: null, square: 1, wide: 16 / 9 } as const
const FILE = /^((whole|square|wide)-(320|640|960|1280|1920))\.([A-Za-z0-9_-]{22})\.webp$/
/** The width of `src`, for browsers that read no `srcset`. */
const DEFAULT_WIDTH = 960

export type Crop = keyof typeof CROPS
/** For an `img`. `width` and `height` are those of the largest one. */
export type ImageSources = PictureSize & { src: string; srcset: string }
export type PublicImage = { crop: Crop; width: number }

/** The addresses of one picture in every width that its master has. @param master its size in pixels */
export function createImageSources(
  secrets: Pick<Secrets, 'mac'>,
  { assetId, ...master }: { assetId: string } & PictureSize,
  crop: Crop,
): ImageSources {
  const shape = cutShape(master, crop)
  const widths = WIDTHS.filter((_width, index) => index === 0 || WIDTHS[index - 1]! < shape.width)
  const toAddress = (width: number) => {
    const name = formatName({ crop, width })
    return `/images/${assetId}/${name}.${createMac(secrets.mac(PURPOSE, `${assetId} ${name}`))}.webp`
  }
  const largest = widths.at(-1)!
  return {
    src: toAddress(Math.min(largest, DEFAULT_WIDTH)),
    srcset: widths.map((width) => `${toAddress(width)} ${Math.min(width, shape.width)}w`).join(', '),
    ...getImageSize(master, { crop, width: largest }),
  }
}

/** Null for an address that none of our secrets signed. @param file the last part of the address */
export function readImageAddress(secrets: Pick<Secrets, 'macs'>, assetId: string, file: string): PublicImage | null {
  const [, name, crop, width, mac] = FILE.exec(file) ?? []
  if (!name || !mac) return null
  const isSigned = secrets
    .macs(PURPOSE, `${assetId} ${name}`)
    .some((full) => timingSafeEqual(Buffer.from(createMac(full)), Buffer.from(mac)))
  return isSigned ? { crop: crop as Crop, width: Number(width) } : null
}

export const formatName = ({ crop, width }: PublicImage): string => `${crop}-${width}`

/** Never larger than the master. */
export function getImageSize(master: PictureSize, { crop, width: wanted }: PublicImage): PictureSize {
  const shape = cutShape(master, crop)
  const width = Math.min(wanted, shape.width)
  return { width, height: Math.max(1, Math.round((shape.height * width) / shape.width)) }
}

/** The largest part of the master that has the shape of the crop. */
function cutShape({ width, height }: PictureSize, crop: Crop): PictureSize {
  const ratio = CROPS[crop]
  if (ratio === null) return { width, height }
  return {
    width: Math.max(1, Math.min(width, Math.round(height * ratio))),
    height: Math.max(1, Math.min(height, Math.round(width / ratio))),
  }
}

const createMac = (full: Buffer): string => full.subarray(0, MAC_BYTES).toString('base64url')
