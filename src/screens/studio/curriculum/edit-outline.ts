/** The changes that a teacher makes to the outline of a draft. Pure: each returns a new outline. docs/contract §36. */
import type { DraftOutline, DraftOutlineLesson } from '#catalogue/drafts/lesson-drafts.ts'
import { findFreeSlug, toSlug } from '#catalogue/drafts/new-course.ts'
import type { LessonKind } from '#domain/learning/lesson.ts'
import { isSame } from '../draft/unit-saver.ts'

export type Outline = DraftOutline
export type OutlineLesson = DraftOutlineLesson
export type OutlineModule = Outline['modules'][number]

const AT_ONCE = { rule: 'at-once', at: null, days: null, session: null } as const

/** A key that is not taken, from the words of a title. */
export function createKey(title: string, taken: ReadonlySet<string>, fallback: string): string {
  return findFreeSlug(toSlug(title, fallback), (key) => taken.has(key))
}

/** Embedded videos report no progress, so they are not required at first. */
export function createLesson(lesson: { key: string; title: string; kind: LessonKind }): OutlineLesson {
  const required = lesson.kind !== 'embed'
  return { ...lesson, minutes: null, required, preview: false, release: AT_ONCE, needs: [] }
}

/** @param after the key of the lesson before them. Null: at the end of the module */
export function addLessons(
  outline: Outline,
  moduleKey: string,
  added: readonly OutlineLesson[],
  after: string | null = null,
): Outline {
  return changeModule(outline, moduleKey, ({ lessons }) => {
    const index = lessons.findIndex(({ key }) => key === after)
    return { lessons: lessons.toSpliced(index === -1 ? lessons.length : index + 1, 0, ...added) }
  })
}

export function changeLesson(outline: Outline, key: string, change: Partial<OutlineLesson>): Outline {
  const apply = (lessons: readonly OutlineLesson[]) =>
    lessons.map((lesson) => (lesson.key === key ? { ...lesson, ...change } : lesson))
  return {
    modules: outline.modules.map((module) => ({ ...module, lessons: apply(module.lessons) })),
    proSessions: apply(outline.proSessions),
  }
}

/** Other lessons no longer open after it. */
export function removeLesson(outline: Outline, key: string): Outline {
  const modules = outline.modules.map((module) => ({
    ...module,
    lessons: module.lessons
      .filter((lesson) => lesson.key !== key)
      .map((lesson) =>
        lesson.needs.includes(key) ? { ...lesson, needs: lesson.needs.filter((need) => need !== key) } : lesson,
      ),
  }))
  return { ...outline, modules }
}

/** One place up or down, past the end into the next module. Unchanged at the ends of the course. */
export function moveLesson(outline: Outline, key: string, step: -1 | 1): Outline {
  const place = findLesson(outline, key)
  if (!place) return outline
  const { lesson, module, index } = place
  const target = index + step
  if (target >= 0 && target < module.lessons.length) {
    return changeModule(outline, module.key, ({ lessons }) => ({
      lessons: lessons.toSpliced(index, 1).toSpliced(target, 0, lesson),
    }))
  }
  const other = outline.modules[outline.modules.indexOf(module) + step]
  if (!other) return outline
  const without = changeModule(outline, module.key, ({ lessons }) => ({ lessons: lessons.toSpliced(index, 1) }))
  return changeModule(without, other.key, ({ lessons }) => ({
    lessons: step === 1 ? [lesson, ...lessons] : [...lessons, lesson],
  }))
}

/** To the end of a module. */
export function moveLessonTo(outline: Outline, key: string, moduleKey: string): Outline {
  const place = findLesson(outline, key)
  if (!place) return outline
  const { lesson, module } = place
  const without = changeModule(outline, module.key, ({ lessons }) => ({
    lessons: lessons.filter((one) => one !== lesson),
  }))
  return addLessons(without, moduleKey, [lesson])
}

export function addModule(outline: Outline, module: { key: string; title: string }): Outline {
  return { ...outline, modules: [...outline.modules, { ...module, release: AT_ONCE, lessons: [] }] }
}

export function changeModule(
  outline: Outline,
  key: string,
  change: (module: OutlineModule) => Partial<OutlineModule>,
): Outline {
  return { ...outline, modules: outline.modules.map((one) => (one.key === key ? { ...one, ...change(one) } : one)) }
}

/** With its lessons. */
export function removeModule(outline: Outline, key: string): Outline {
  const keys = outline.modules.find((module) => module.key === key)?.lessons.map((lesson) => lesson.key) ?? []
  const without = keys.reduce(removeLesson, outline)
  return { ...without, modules: without.modules.filter((module) => module.key !== key) }
}

export function moveModule(outline: Outline, key: string, step: -1 | 1): Outline {
  const { modules } = outline
  const index = modules.findIndex((module) => module.key === key)
  const target = index + step
  if (index === -1 || target < 0 || target >= modules.length) return outline
  return { ...outline, modules: modules.toSpliced(index, 1).toSpliced(target, 0, modules[index]!) }
}

/** A lesson of a module, with its place there. */
export function findLesson({ modules }: Outline, key: string) {
  for (const module of modules) {
    const index = module.lessons.findIndex((lesson) => lesson.key === key)
    if (index !== -1) return { lesson: module.lessons[index]!, module, index }
  }
  return null
}

/** All lessons of the modules, in their order. */
export const listLessons = ({ modules }: Outline): OutlineLesson[] => modules.flatMap(({ lessons }) => lessons)

/** The keys of the lessons that a change made. Undoing the change takes them away. */
export function listMadeLessons(before: Outline, after: Outline): string[] {
  const earlier = new Set(listLessons(before).map(({ key }) => key))
  return listLessons(after).flatMap(({ key }) => (earlier.has(key) ? [] : [key]))
}

/**
 * Whether undoing a change takes back that change alone: the lessons and modules that it made have the titles and
 * settings that it gave them, and nobody has put the others in another order since.
 *
 * @param after the outline right after the change
 */
export function isUndoable(now: Outline, before: Outline, after: Outline): boolean {
  const earlierModules = new Set(before.modules.map(({ key }) => key))
  const madeModules = after.modules.filter(({ key }) => !earlierModules.has(key))
  const areLessonsAsMade = listMadeLessons(before, after).every((key) => {
    const current = findLesson(now, key)
    return !current || isSame(current.lesson, findLesson(after, key)!.lesson)
  })
  const areModulesAsMade = madeModules.every(({ key, title, lessons }) => {
    const current = now.modules.find((module) => module.key === key)
    return !current || (current.title === title && current.lessons.length <= lessons.length)
  })
  return areLessonsAsMade && areModulesAsMade && isSame(listShared(now, after), listShared(after, now))
}

/** The modules and lessons that another outline has too, in their order. */
function listShared({ modules }: Outline, other: Outline): (readonly string[])[] {
  const lessonKeys = new Set(listLessons(other).map(({ key }) => key))
  const moduleKeys = new Set(other.modules.map(({ key }) => key))
  return modules.flatMap(({ key, lessons }) =>
    moduleKeys.has(key)
      ? [[key, ...lessons.flatMap((lesson) => (lessonKeys.has(lesson.key) ? [lesson.key] : []))]]
      : [],
  )
}

/**
 * Undoes one change: the modules, lessons and order of before it, with the titles and settings of now. What was added
 * since stays, and what was deleted since stays away.
 *
 * @param after the outline right after the change
 */
export function undoChange(now: Outline, before: Outline, after: Outline): Outline {
  const lessons = new Map(listLessons(now).map((lesson) => [lesson.key, lesson]))
  const modules = new Map(now.modules.map((module) => [module.key, module]))
  const afterLessons = new Map(listLessons(after).map((lesson) => [lesson.key, lesson]))
  const afterModules = new Set(after.modules.map(({ key }) => key))
  const restored = before.modules
    .filter(({ key }) => modules.has(key) || !afterModules.has(key))
    .map((module) => ({
      ...(modules.get(module.key) ?? module),
      lessons: module.lessons
        .filter(({ key }) => lessons.has(key) || !afterLessons.has(key))
        .map((lesson) => {
          const current = lessons.get(lesson.key) ?? lesson
          return { ...current, needs: undoNeeds(current.needs, lesson.needs, afterLessons.get(lesson.key)?.needs) }
        }),
    }))
  const added = now.modules.filter(({ key }) => !afterModules.has(key)).map((module) => ({ ...module, lessons: [] }))
  const outline = { ...now, modules: [...restored, ...added] }
  return now.modules.reduce((result, module) => addSince(result, module, afterLessons), outline)
}

/** What a change took from the lessons that one needs comes back. What was chosen since stays. */
function undoNeeds(now: readonly string[], before: readonly string[], after: readonly string[] = before): string[] {
  const taken = before.filter((key) => !after.includes(key))
  const isUnchanged = isSame(now, after)
  return isUnchanged ? [...before] : [...new Set([...now, ...taken])]
}

/** Puts the lessons of a module that were added since a change behind those that they followed. */
function addSince(
  outline: Outline,
  { key, lessons }: OutlineModule,
  afterLessons: ReadonlyMap<string, OutlineLesson>,
): Outline {
  const target = outline.modules.some((module) => module.key === key) ? key : (outline.modules.at(-1)?.key ?? key)
  return lessons.reduce(
    (result, lesson, index) =>
      afterLessons.has(lesson.key) || findLesson(result, lesson.key)
        ? result
        : addLessons(result, target, [lesson], lessons[index - 1]?.key ?? null),
    outline,
  )
}
