/**
 * The addresses of a published course's photos: `/images/{course}/{first 16 digits of the hash}-{width}.{avif|webp}`.
 * The server answers only for a photo that the published version shows. docs/contract §40.
 */
import type { Photo } from '../wire/definition.ts'

/** A photo of a page by its hash. `alt` is empty for one that only decorates; `focalX` and `focalY` are percent. */
export type StoredPhoto = { sha256: string; alt: string; focalX: number; focalY: number }
export type PhotoFile = { hash: string; width: number; format: PhotoFormat }

/** Pixels. */
const WIDTHS = [320, 640, 960, 1280, 1920] as const
/** The best first. */
const FORMATS = ['avif', 'webp'] as const
export type PhotoFormat = (typeof FORMATS)[number]
/** The width of `src`, for browsers that read no `srcset`. */
const DEFAULT_WIDTH = 960
const HASH_DIGITS = 16
const FILE = /^([0-9a-f]{16})-(320|640|960|1280|1920)\.(avif|webp)$/

export function createPhotoSources(courseCode: string, { sha256, ...texts }: StoredPhoto): Photo {
  const base = `/images/${courseCode.toLowerCase()}/${sha256.slice(0, HASH_DIGITS)}`
  const toAddress = (width: number, format: PhotoFormat) => `${base}-${width}.${format}`
  return {
    ...texts,
    src: toAddress(DEFAULT_WIDTH, 'webp'),
    sources: FORMATS.map((format) => ({
      type: `image/${format}`,
      srcset: WIDTHS.map((width) => `${toAddress(width, format)} ${width}w`).join(', '),
    })),
  }
}

/** Null for an address that no page has. @param file the last part of the address */
export function readPhotoAddress(file: string): PhotoFile | null {
  const [, hash, width, format] = FILE.exec(file) ?? []
  return hash ? { hash, width: Number(width), format: format as PhotoFormat } : null
}
