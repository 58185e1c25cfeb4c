/** What a teacher does with the modules and lessons of a course. Each change is announced, and the last can be undone. */
import { useEffect, useRef, useState } from 'react'
import { type CourseDraft, readUnit, saveUnit } from '#catalogue/drafts/wire.ts'
import type { LessonKind } from '#domain/learning/lesson.ts'
import { browserClient } from '#http/client.ts'
import { getKeptTextKey, hasKeptText } from '#people/app-shell/kept-texts.ts'
import { findUnitSaver } from '../browser/unit-savers.ts'
import type { UnitSaver } from '../draft/unit-saver.ts'
import type { DraftPlace } from '../draft/use-unit.ts'
import {
  addLessons,
  addModule,
  changeLesson,
  changeModule,
  createKey,
  createLesson,
  findLesson,
  listLessons,
  listMadeLessons,
  moveLesson,
  moveLessonTo,
  moveModule,
  type Outline,
  removeLesson,
  removeModule,
} from './edit-outline.ts'
import type { LessonBody } from './lesson-unit.ts'
import { useOutline } from './use-outline.ts'
import { useTitleFocus } from './use-title-focus.ts'

type Options = {
  draft: CourseDraft
  place: Omit<DraftPlace, 'unit'>
  /** The content of a lesson that is open. Null: it is not open. */
  getOpenUnit: (key: string) => Pick<UnitSaver<LessonBody>, 'getState' | 'getVersion'> | null
  /** An empty lesson, whose title has the focus. */
  onAdded: (key: string) => void
  onRemoved: (key: string) => void
}

export function useCurriculum({ draft, place, getOpenUnit, onAdded, onRemoved }: Options) {
  /** What was saved after the page was loaded, or after the lesson was closed, counts too. */
  const findSaver = (key: string) => findUnitSaver(getKeptTextKey({ ...place, unit: `lesson:${key}` }))
  const outline = useOutline(place, draft.units.outline, {
    publication: draft.lastVersion?.number ?? null,
    hasNewContent: (key) => getContentVersion(key) > MADE_VERSION || hasUnsavedContent(key),
  })
  const { saver, state, edit } = outline
  const [announcement, announce] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const focus = useTitleFocus()
  const takeKey = useKeys(draft, state.body)
  const getNow = () => saver.getState().body

  /** 0: the lesson has no content of its own yet. */
  function getContentVersion(key: string): number {
    return Math.max(draft.versions[`lesson:${key}`] ?? 0, findSaver(key)?.getVersion() ?? 0)
  }
  /** In this tab, or in another one of this browser. */
  function hasUnsavedContent(key: string): boolean {
    const isUnsaved = (findSaver(key)?.getState().status ?? 'saved') !== 'saved'
    return isUnsaved || hasKeptText(localStorage, { ...place, unit: `lesson:${key}` })
  }

  function undo(): void {
    const undone = outline.undo()
    if (!undone) return
    announce(`Undone: ${undone.words}`)
    for (const key of listMadeLessons(undone.before, undone.after)) onRemoved(key)
  }
  function redo(): void {
    const redone = outline.redo()
    if (redone) announce(`Done again: ${redone.words}`)
  }
  useUndoKey(undo, redo)

  function add(moduleKey: string, kind: LessonKind, after: string | null = null): void {
    const key = takeKey(NEW_TITLES[kind])
    edit((now) => addLessons(now, moduleKey, [createLesson({ key, title: '', kind })], after))
    focus(key)
    onAdded(key)
  }

  function addAfter(key: string): void {
    const found = findLesson(getNow(), key)
    if (found) add(found.module.key, found.lesson.kind === 'live' ? 'video' : found.lesson.kind, key)
  }

  function remove(key: string): void {
    const found = findLesson(getNow(), key)
    if (!found) return
    const { lesson, module, index } = found
    const neighbour = module.lessons[index - 1] ?? module.lessons[index + 1]
    const isNew = lesson.title === '' && getContentVersion(key) === 0 && !hasUnsavedContent(key)
    const words = `“${lesson.title}” deleted.`
    edit((now) => removeLesson(now, key), isNew ? undefined : { words, moduleKey: module.key })
    announce(isNew ? 'Empty lesson removed.' : words)
    if (neighbour) focus(neighbour.key)
    onRemoved(key)
  }

  function move(key: string, getNext: (now: Outline) => Outline): void {
    const before = findLesson(getNow(), key)
    if (!before) return
    edit(getNext, { words: `“${before.lesson.title}” moved.`, moduleKey: null })
    const { lesson, module, index } = findLesson(getNow(), key)!
    announce(`“${lesson.title}” is lesson ${index + 1} of ${module.lessons.length} in “${module.title}”.`)
    focus(key)
  }

  /** The copy has the same files. */
  async function duplicate(key: string): Promise<void> {
    const { course, as } = place
    const found = findLesson(getNow(), key)
    if (!found) return
    const read = await browserClient().call(readUnit, { auth: as, params: { course, unit: `lesson:${key}` } })
    const body = getOpenUnit(key)?.getState().body ?? (read.error === null ? read.data.data.body : null)
    const copy = takeKey(found.lesson.title)
    const saved =
      body &&
      (await browserClient().call(saveUnit, {
        auth: as,
        params: { course, unit: `lesson:${copy}` },
        body: { version: 0, body: body as Record<string, unknown> },
      }))
    if (!saved || saved.error !== null) return setFault('The lesson couldn’t be duplicated. Please try again.')
    setFault(null)
    const title = `${found.lesson.title} (copy)`
    edit((now) => addLessons(now, found.module.key, [{ ...found.lesson, key: copy, title, needs: [] }], key), {
      words: `“${found.lesson.title}” duplicated.`,
      moduleKey: found.module.key,
    })
    saver.flush()
    focus(copy)
  }

  /** Makes a lesson of a video on another site, behind the lesson of this key. Returns whether it could be saved. */
  async function addEmbed(key: string, url: string): Promise<boolean> {
    const { course, as } = place
    const found = findLesson(getNow(), key)
    if (!found) return false
    const embed = createLesson({ key: takeKey(NEW_TITLES.embed), title: 'Video', kind: 'embed' })
    const saved = await browserClient().call(saveUnit, {
      auth: as,
      params: { course, unit: `lesson:${embed.key}` },
      body: { version: 0, body: { summary: '', content: { url }, media: null, files: [] } },
    })
    setFault(saved.error)
    if (saved.error !== null) return false
    const words = '“Video” added.'
    edit((now) => addLessons(now, found.module.key, [embed], key), { words, moduleKey: found.module.key })
    saver.flush()
    announce(words)
    return true
  }

  const lessonActions = {
    onRename: (key: string, title: string) => edit((now) => changeLesson(now, key, { title })),
    onAddAfter: addAfter,
    onRemove: remove,
    onDuplicate: (key: string) => void duplicate(key),
    onMove: (key: string, step: -1 | 1) => move(key, (now) => moveLesson(now, key, step)),
    onSave: () => saver.flush(),
  }
  const moduleActions = {
    onRename: (key: string, title: string) => edit((now) => changeModule(now, key, () => ({ title }))),
    onRemove: (key: string) => {
      const title = getNow().modules.find((module) => module.key === key)?.title ?? ''
      const words = `“${title}” deleted with its lessons.`
      edit((now) => removeModule(now, key), { words, moduleKey: null })
      announce(words)
    },
    onMove: (key: string, step: -1 | 1) => {
      edit((now) => moveModule(now, key, step), { words: 'Module moved.', moduleKey: null })
      const { modules } = getNow()
      const index = modules.findIndex((module) => module.key === key)
      announce(`“${modules[index]?.title}” is module ${index + 1} of ${modules.length}.`)
    },
    onAdd: add,
    onSave: () => saver.flush(),
  }
  return {
    outline,
    takeKey,
    addEmbed,
    announcement,
    fault,
    undo,
    redo,
    lessonActions,
    moduleActions,
    moveTo: (key: string, moduleKey: string) => move(key, (now) => moveLessonTo(now, key, moduleKey)),
    addModule: () => {
      const { modules } = getNow()
      const title = `Module ${modules.length + 1}`
      const key = createKey(title, new Set(modules.map((module) => module.key)), 'module')
      edit((now) => addModule(now, { key, title }))
      focus(key)
    },
  }
}

/** The version of the content that a lesson of a file, a copy or an embedded video is made with. */
const MADE_VERSION = 1

const NEW_TITLES: Record<LessonKind, string> = {
  video: 'lesson',
  audio: 'lesson',
  text: 'text',
  files: 'files',
  embed: 'video',
  live: 'session',
}

/** Keys that no lesson of the course has or had. One that was taken in this tab stays taken. */
function useKeys(draft: Pick<CourseDraft, 'pastLessonKeys' | 'versions'>, outline: Outline): (title: string) => string {
  const [taken] = useState(() => new Set<string>())
  return (title) => {
    const saved = Object.keys(draft.versions).flatMap((unit) =>
      unit.startsWith('lesson:') ? unit.slice('lesson:'.length) : [],
    )
    const current = [...listLessons(outline), ...outline.proSessions].map(({ key }) => key)
    for (const key of [...draft.pastLessonKeys, ...saved, ...current]) taken.add(key)
    const key = createKey(title, taken, 'lesson')
    taken.add(key)
    return key
  }
}

/** A text field has its own undo. */
const OWN_UNDO = 'input, textarea, select, [contenteditable="true"], [role="toolbar"] *'

function useUndoKey(undo: () => void, redo: () => void): void {
  const latest = useRef({ undo, redo })
  useEffect(() => {
    latest.current = { undo, redo }
  })
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.metaKey || event.ctrlKey)
      if (!isUndo || (event.target instanceof HTMLElement && event.target.matches(OWN_UNDO))) return
      event.preventDefault()
      if (event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    addEventListener('keydown', handle)
    return () => removeEventListener('keydown', handle)
  }, [])
}
