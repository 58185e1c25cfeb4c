/** Modules and lessons as rows. Planned and stored ones have the same shape, so that they can be compared. */
import type { Selectable } from 'kysely'
import type { LessonKind } from '#domain/learning/lesson.ts'
import type { Module } from '#platform/db/types.gen.ts'
import type { LessonContent } from './lesson-content.ts'

/** `at`: a local time, `2027-01-12T09:00:00`. `session`: the key of a live lesson. */
export type ReleaseRow = {
  rule: Selectable<Module>['release_rule']
  at: string | null
  days: number | null
  session: string | null
}

/** A track without its cues. `id`: kind and language. `sha256`: of its cues (`hashCues`). */
export type TrackRow = { id: string; sha256: string }
/** `sha256`: of the file. Tracks are in the order of kinds and languages, each kind's default first. */
export type MediaRow = { sha256: string; tracks: TrackRow[] }

/** `id`: the key of the lesson, which is the id of the item in the course file. */
export type LessonRow = {
  id: string
  title: string
  summary: string
  minutes: number
  kind: LessonKind
  required: boolean
  preview: boolean
  release: ReleaseRow
  needs: string[]
  /** Null: planned. */
  content: LessonContent | null
  media: MediaRow | null
  files: { sha256: string; label: string }[]
}
export type ModuleRow = { id: string; title: string; release: ReleaseRow; items: LessonRow[] }
export type OutlineRows = { curriculum: ModuleRow[]; proSessions: LessonRow[] }

/** The key of a module without its own: the slug of its title, with -2, -3 and so on where that is taken. */
export function createModuleKey(title: string, taken: Set<string>): string {
  const base =
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'module'
  let key = base
  for (let counter = 2; taken.has(key); counter++) key = `${base}-${counter}`
  taken.add(key)
  return key
}

/** The keys of modules in their order: their own, else derived from the title. */
export function listModuleKeys(groups: readonly { id?: string | undefined; title: string }[]): string[] {
  const taken = new Set(groups.flatMap(({ id }) => id ?? []))
  return groups.map(({ id, title }) => id ?? createModuleKey(title, taken))
}
