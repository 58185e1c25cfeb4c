/** Random lessons of a course file, and the files beside it. The same number always gives the same file. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { text } from './random-words.ts'

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const markdown = fc.oneof(text, fc.constantFrom('# A\n\n- b\n', 'a\n\n```\nb: c\n```\n', '| a |\n| - |\n'))
const fileNumber = fc.integer({ min: 0, max: 3 })

const release = fc.oneof(
  fc.constantFrom(undefined, undefined, 'at-once', 'after-previous', 'with-session'),
  fc.constantFrom('2027-01-12', '2027-03-28T02:30', '2026-12-31T23:59').map((on) => ({ on })),
  fc.nat(400).map((afterDays) => ({ afterDays })),
)

const KINDS = [undefined, undefined, 'lesson', 'live', 'video', 'audio', 'text', 'files', 'embed'] as const

const randomItem = fc.record({
  title: text,
  summary: text,
  minutes: fc.integer({ min: 1, max: 600 }),
  kind: fc.constantFrom(...KINDS),
  isPlanned: fc.boolean(),
  required: maybe(fc.boolean()),
  isPreview: fc.boolean(),
  release,
  isNeeding: fc.boolean(),
  watchedPercent: maybe(fc.integer({ min: 50, max: 100 })),
  allowMark: maybe(fc.boolean()),
  markdown: maybe(markdown),
  file: fileNumber,
  labels: fc.array(fc.constantFrom('Shot list', 'a: b', '# c', 'é\u0301', '1e3', 'yes'), {
    minLength: 1,
    maxLength: 3,
  }),
  embed: fc.constantFrom(
    'https://youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/76979871',
    'https://vimeo.com/7697/8272103f',
  ),
})
type RandomItem = typeof randomItem extends fc.Arbitrary<infer Value> ? Value : never

export const randomGroup = fc.record({
  id: maybe(fc.stringMatching(/^[a-z]{1,3}$/).map((word) => `g-${word}`)),
  title: text,
  release,
  items: fc.array(randomItem, { minLength: 1, maxLength: 4 }),
})
type RandomGroup = typeof randomGroup extends fc.Arbitrary<infer Value> ? Value : never

export const randomRules = fc.record({
  access: fc.constantFrom(undefined, 'forever', { days: 365 }, { days: 30 }),
  completion: fc.constantFrom(undefined, { lessonsPercent: 80 }, { sessionsPercent: 0 }, { lessonsPercent: 100 }),
  recordingCounts: maybe(fc.boolean()),
  certificate: maybe(
    fc.record({
      mode: fc.constantFrom(undefined, 'off', 'on-completion'),
      text: maybe(text),
      hours: maybe(fc.integer({ min: 1, max: 90 })),
    }),
  ),
})

export const randomRecording = maybe(fc.record({ recap: maybe(markdown), file: maybe(fileNumber) }))
type RandomRecording = typeof randomRecording extends fc.Arbitrary<infer Value> ? Value : never

/** By name. */
export type FolderFiles = Map<string, string | Buffer>

/** The curriculum of the course file. Adds what is beside it to `files`. */
export function createCurriculum(groups: readonly RandomGroup[], delivery: string, files: FolderFiles) {
  const isLive = (item: RandomItem) => delivery === 'live' && (item.kind === undefined || item.kind === 'live')
  const all = groups.flatMap(({ items }, g) => items.map((item, i) => ({ item, id: `i${g}-${i}` })))
  const sessionId = all.find(({ item }) => isLive(item))?.id
  const toRelease = (rule: RandomGroup['release']) => {
    if (rule !== 'with-session') return rule
    return sessionId === undefined ? undefined : { withSession: sessionId }
  }
  const seen = new Set<string>()
  return groups.map(({ id, title, release: rule, items }, g) => {
    const isNew = id !== undefined && !seen.has(id)
    if (isNew) seen.add(id)
    return {
      id: isNew ? id : undefined,
      title,
      release: toRelease(rule),
      items: items.map((item, i) => ({
        id: `i${g}-${i}`,
        title: item.title,
        summary: item.summary,
        minutes: item.minutes,
        required: item.required,
        release: toRelease(item.release),
        needs: item.isNeeding && g + i > 0 ? [i > 0 ? `i${g}-${i - 1}` : `i${g - 1}-0`] : undefined,
        ...createKindFields(item, `i${g}-${i}`, delivery, files),
      })),
    }
  })
}

function createKindFields(item: RandomItem, id: string, delivery: string, files: FolderFiles) {
  const { kind, file, labels, watchedPercent, allowMark } = item
  if (kind === undefined || kind === 'lesson') return { kind }
  if (kind === 'live') return { kind: delivery === 'live' ? kind : undefined }
  const preview = (kind === 'video' || kind === 'audio' || kind === 'text') && item.isPreview
  if (item.isPlanned) return { kind, planned: true, preview }
  if (kind === 'text') files.set(`${id}.md`, item.markdown ?? 'Words')
  else if (item.markdown !== undefined) files.set(`${id}.md`, item.markdown)
  if (kind === 'text') return { kind, preview }
  if (kind === 'embed') return { kind, embed: item.embed }
  if (kind === 'files')
    return { kind, files: labels.map((label, index) => ({ file: addFile(file + index, files), label })) }
  return { kind, preview, watchedPercent, allowMark, media: createMedia(kind, file, files) }
}

function addFile(number: number, files: FolderFiles): string {
  const name = `Sheet ${number % 4} (é).pdf`
  files.set(name, `%PDF-1.7 ${number % 4}`)
  return name
}

/** A PDF with one empty page. */
export function createCurriculumFile(name: string, files: FolderFiles): { file: string } {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  files.set(name, `%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n0\n%%EOF\n`)
  return { file: name }
}

/** One of four films or sounds, which several lessons may have. */
export function createMedia(kind: 'video' | 'audio', number: number, files: FolderFiles) {
  const [ending, head] = kind === 'video' ? ['mp4', '\0\0\0\x18ftypmp42'] : ['mp3', '\xff\xfb\x90\0']
  const content = Buffer.from(`${head}${number}`, 'latin1')
  const createCues = (words: string) => `WEBVTT\n\n00:00:00.000 --> 00:00:0${number + 1}.000\n${words} ${number}\n`
  const name = `any-${kind}-${number}`
  files.set(`${name}.${ending}`, content)
  const languages = ['pt-BR', 'en', 'de'].slice(0, number)
  for (const language of languages) files.set(`${name}.${language}.vtt`, createCues(language))
  files.set(`${name}.chapters.vtt`, createCues('Chapter'))
  return {
    file: `${name}.${ending}`,
    captions: Object.fromEntries(languages.map((language) => [language, `${name}.${language}.vtt`])),
    chapters: { en: `${name}.chapters.vtt` },
    sha256: number === 0 ? createHash('sha256').update(content).digest('hex') : undefined,
    durationSeconds: number + 0.125,
    ...(kind === 'video' && { width: 640, height: 360 }),
  }
}

/** The recordings of a cohort with this first session. */
export function createRecordings(recording: RandomRecording, itemId: string, code: string, files: FolderFiles) {
  if (!recording || (recording.recap === undefined && recording.file === undefined)) return undefined
  const recap = recording.recap === undefined ? undefined : `${code}.recap.md`
  if (recap) files.set(recap, recording.recap!)
  return {
    [itemId]: { recap, media: recording.file === undefined ? undefined : createMedia('video', recording.file, files) },
  }
}
