/** The folder beside an exported course file: the names of its files, and what is written into each. */
import type { TrackKind } from '#media/caption-tracks.ts'
import type { StoredAsset } from '#media/queries/assets.ts'
import { getFileEnding } from '#platform/file-kind.ts'
import { getImageHash, replaceImageTargets } from '../lesson-images.ts'
import type { MediaRow } from '../outline-rows.ts'
import type { FileFields } from './content-fields.ts'
import { fileName } from './lesson-schema.ts'

export type FindAsset = (courseCode: string, sha256: string) => StoredAsset
export type ExportedTrack = { assetId: string; kind: TrackKind; language: string }

/** By the name of the file. */
export type ExportFolder = {
  texts: Map<string, string>
  assets: Map<string, StoredAsset>
  /** The names of pictures in texts. They are written even without media. */
  images: Set<string>
  tracks: Map<string, ExportedTrack>
  /** Adds the text, and returns the name of its file. */
  addText(name: string, text: string): string
  /** Adds a video or audio file with its tracks. @param base the name without its ending */
  addMedia(base: string, media: MediaRow): FileFields
  /** The base of the trailer, unless a lesson has the same file. No lesson has it. */
  trailerBase: string
  /** Adds a file for learners, or the PDF of the curriculum. @param key of the lesson */
  addFile(key: string, file: { sha256: string; label?: string }): FileFields
  /** Adds the pictures of a text. Returns the text with the names of their files. */
  addImages(lessonKey: string, text: string): string
  /** A base that no lesson and no other recording has. */
  createRecordingBase(lessonKey: string): string
}

/** @param lessonKeys of the whole course: `KEY.md` and `KEY.mp4` belong to the lesson KEY */
export function createExportFolder(
  courseCode: string,
  lessonKeys: readonly string[],
  findAsset: FindAsset,
): ExportFolder {
  const texts: ExportFolder['texts'] = new Map()
  const assets: ExportFolder['assets'] = new Map()
  const images: ExportFolder['images'] = new Set()
  const tracks: ExportFolder['tracks'] = new Map()
  const recordings = new Set<string>()
  const trailerBase = lessonKeys.includes('trailer') ? LONG_TRAILER_BASE : 'trailer'
  const reserved = new Set([...lessonKeys, trailerBase])
  const isFree = (name: string, sha256: string) => {
    const [base = ''] = name.split('.')
    const other = [...assets].find(([taken]) => taken.toLowerCase() === name.toLowerCase())
    return (
      !reserved.has(base.toLowerCase()) && !recordings.has(base.toLowerCase()) && (!other || other[1].sha256 === sha256)
    )
  }
  const addAsset = (lessonKey: string, sha256: string): string => {
    const asset = findAsset(courseCode, sha256)
    const file = listNames(asset, lessonKey).find((name) => isFree(name, sha256))!
    assets.set(file, asset)
    return file
  }
  return {
    texts,
    assets,
    images,
    tracks,
    trailerBase,
    addText(name, text) {
      texts.set(name, text)
      return name
    },
    addMedia(base, { sha256, tracks: rows }) {
      const asset = findAsset(courseCode, sha256)
      const file = `${base}.${getFileEnding(asset.contentType)}`
      assets.set(file, asset)
      const listNames = (kind: TrackKind) => {
        const own = rows.map(({ id }) => id.split(' ')).filter(([name]) => name === kind)
        const names = own.map(([, language = '']) => {
          const name = `${base}.${kind === 'captions' ? '' : `${kind}.`}${language}.vtt`
          tracks.set(name, { assetId: asset.id, kind, language })
          return [language, name]
        })
        return names.length === 0 ? undefined : Object.fromEntries(names)
      }
      return {
        file,
        captions: listNames('captions'),
        subtitles: listNames('subtitles'),
        chapters: listNames('chapters'),
        sha256,
        bytes: asset.bytes,
        durationSeconds: asset.durationMs === null ? undefined : asset.durationMs / 1000,
        width: asset.width ?? undefined,
        height: asset.height ?? undefined,
      }
    },
    addFile(lessonKey, { sha256, label }) {
      return { file: addAsset(lessonKey, sha256), label, sha256 }
    },
    addImages(lessonKey, text) {
      return replaceImageTargets(text, (target) => {
        const sha256 = getImageHash(target)
        const name = sha256 && addAsset(lessonKey, sha256)
        if (name) images.add(name)
        return name
      })
    },
    createRecordingBase(lessonKey) {
      let base = lessonKey
      for (let counter = 2; recordings.has(base) || (counter > 2 && reserved.has(base)); counter++)
        base = `${lessonKey}-${counter}`
      recordings.add(base)
      return base
    },
  }
}

/** No key of a lesson has an underscore. */
const LONG_TRAILER_BASE = 'course_trailer'

/** The last one is always free. */
function listNames(asset: StoredAsset, lessonKey: string): string[] {
  const wanted = createFileName(asset)
  const last = `file-${asset.sha256}.${getFileEnding(asset.contentType)}`
  return [wanted, `file-${lessonKey}-${wanted}`, last].filter((name) => fileName.safeParse(name).success)
}

/** The name of the upload, in the characters that course files allow, with the ending of its type. */
function createFileName({ filename, contentType }: StoredAsset): string {
  const ending = getFileEnding(contentType)
  const base = filename
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()+-]/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 80)
    .trim()
  return `${base || 'file'}.${ending}`
}
