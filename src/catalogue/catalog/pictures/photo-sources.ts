/**
 * The addresses of a published course's photos: `/images/{course}/{first 16 digits of the hash}-{width}.{avif|webp}`.
 * The server answers only for a photo that the published version shows. docs/contract §40.
 */
import type { Photo } from '../wire/definition.ts'

/** A photo of a page by its hash. `alt` is empty for one that only decorates; `focalX` and `focalY` are percent. */
export type StoredPhoto = { sha256: string; alt: string; focalX: number; focalY: number }
/** `hash`: its first digits, or the id of a profile's photo. */
export type PhotoFile = { hash: string; width: number; format: PhotoFormat }

/** Pixels. */
const WIDTHS = [320, 640, 960, 1280, 1920] as const
/** The best first. */
const FORMATS = ['avif', 'webp'] as const
export type PhotoFormat = (typeof FORMATS)[number]
/** The width of `src`, for browsers that read no `srcset`. */
const DEFAULT_WIDTH = 960
const HASH_DIGITS = 16
/** No course has this code: it has a hyphen. */
export const PROFILE_PHOTOS = 'creator-photos'
const FILE = /^([0-9a-f]{16}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(320|640|960|1280|1920)\.(avif|webp)$/

export function createPhotoSources(courseCode: string, { sha256, ...texts }: StoredPhoto): Photo {
  return createSources(`/images/${courseCode.toLowerCase()}/${sha256.slice(0, HASH_DIGITS)}`, texts)
}

/** The photo of shared links, which has no words. */
export const toSharePhoto = ({ sha256, focalX, focalY }: StoredPhoto) => ({
  hash: sha256.slice(0, HASH_DIGITS),
  focalX,
  focalY,
})

/** Of a teacher's photo, which stands beside the name and needs no words. */
export function createProfilePhotoSources(assetId: string, focal: { focalX: number; focalY: number }): Photo {
  return createSources(`/images/${PROFILE_PHOTOS}/${assetId}`, { ...focal, alt: '' })
}

function createSources(base: string, texts: Pick<Photo, 'alt' | 'focalX' | 'focalY'>): Photo {
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
