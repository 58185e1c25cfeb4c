import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DraftOutline } from '#catalogue/drafts/lesson-drafts.ts'
import {
  addLessons,
  addModule,
  changeLesson,
  createKey,
  createLesson,
  findLesson,
  isUndoable,
  listLessons,
  listMadeLessons,
  moveLesson,
  moveLessonTo,
  moveModule,
  type Outline,
  removeLesson,
  removeModule,
  undoChange,
} from './edit-outline.ts'

/** Outlines of up to 4 modules with up to 5 lessons each. */
const outlines = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 4 }).map((counts): Outline => {
  const empty: Outline = { modules: [], proSessions: [] }
  return counts.reduce((outline, count, index) => {
    const key = `module-${index}`
    const lessons = Array.from({ length: count }, (_, at) =>
      createLesson({ key: `lesson-${index}-${at}`, title: `Lesson ${index}.${at}`, kind: 'video' }),
    )
    return addLessons(addModule(outline, { key, title: `Module ${index}` }), key, lessons)
  }, empty)
})
const keysOf = (outline: Outline) => listLessons(outline).map(({ key }) => key)
const withLesson = outlines
  .filter((outline) => keysOf(outline).length > 0)
  .chain((outline) => fc.record({ outline: fc.constant(outline), key: fc.constantFrom(...keysOf(outline)) }))

test('moving a lesson keeps every lesson once, and the outline valid', () => {
  fc.assert(
    fc.property(withLesson, fc.constantFrom<-1 | 1>(-1, 1), ({ outline, key }, step) => {
      const moved = moveLesson(outline, key, step)
      expect(keysOf(moved).toSorted()).toEqual(keysOf(outline).toSorted())
      expect(DraftOutline.safeParse(moved).success).toBe(true)
    }),
  )
})

test('a step down takes back a step up wherever the lesson can go up', () => {
  fc.assert(
    fc.property(withLesson, ({ outline, key }) => {
      const up = moveLesson(outline, key, -1)
      if (up !== outline) expect(moveLesson(up, key, 1)).toEqual(outline)
    }),
  )
})

test('a lesson goes past the end of its module into the next one, and stops at the ends of the course', () => {
  const lesson = (key: string) => createLesson({ key, title: key, kind: 'text' })
  const module = (key: string, ...keys: string[]) => ({
    key,
    title: key,
    release: lesson('x').release,
    lessons: keys.map(lesson),
  })
  const outline: Outline = { modules: [module('one', 'a', 'b'), module('two', 'c')], proSessions: [] }
  const show = ({ modules }: Outline) => modules.map(({ lessons }) => lessons.map(({ key }) => key).join('')).join('|')
  expect(show(moveLesson(outline, 'b', 1))).toBe('a|bc')
  expect(show(moveLesson(outline, 'c', -1))).toBe('abc|')
  expect(show(moveLesson(outline, 'a', 1))).toBe('ba|c')
  expect(moveLesson(outline, 'a', -1)).toBe(outline)
  expect(moveLesson(outline, 'c', 1)).toBe(outline)
  expect(show(moveLessonTo(outline, 'a', 'two'))).toBe('b|ca')
})

test('undoing brings back what was deleted in its place, and keeps what was typed and added since', () => {
  fc.assert(
    fc.property(withLesson, ({ outline, key }) => {
      const undo = (after: Outline, now = after) => undoChange(now, outline, after)
      const without = removeLesson(outline, key)
      expect(undo(without)).toEqual(outline)
      const { module } = findLesson(outline, key)!
      expect(undo(removeModule(outline, module.key))).toEqual(outline)
      const added = createLesson({ key: 'added', title: 'Added since', kind: 'text' })
      expect(keysOf(undo(without, addLessons(without, module.key, [added]))).toSorted()).toEqual(
        [...keysOf(outline), 'added'].toSorted(),
      )
      const other = keysOf(outline).find((one) => one !== key)
      if (other === undefined) return
      expect(undo(without, changeLesson(without, other, { title: 'Typed since' }))).toEqual(
        changeLesson(outline, other, { title: 'Typed since' }),
      )
      expect(keysOf(undo(without, removeLesson(without, other)))).toEqual(keysOf(removeLesson(outline, other)))
    }),
  )
})

test('undoing a move leaves a lesson that somebody added meanwhile', () => {
  fc.assert(
    fc.property(withLesson, fc.constantFrom<-1 | 1>(-1, 1), ({ outline, key }, step) => {
      const moved = moveLesson(outline, key, step)
      const now = addLessons(moved, outline.modules[0]!.key, [
        createLesson({ key: 'theirs', title: 'Theirs', kind: 'text' }),
      ])
      const undone = undoChange(now, outline, moved)
      expect(keysOf(undone).filter((one) => one !== 'theirs')).toEqual(keysOf(outline))
      expect(keysOf(undone)).toContain('theirs')
    }),
  )
})

test('what made a lesson can be undone only while its title and settings are those it was made with', () => {
  const made = createLesson({ key: 'made', title: 'From a file', kind: 'video' })
  const changes = fc.constantFrom({ title: 'A better title' }, { preview: true }, { minutes: 12 })
  fc.assert(
    fc.property(withLesson, changes, ({ outline, key }, change) => {
      const after = addLessons(outline, outline.modules[0]!.key, [made])
      expect(listMadeLessons(outline, after)).toEqual(['made'])
      expect(isUndoable(after, outline, after)).toBe(true)
      expect(undoChange(after, outline, after)).toEqual(outline)
      expect(isUndoable(changeLesson(after, 'made', change), outline, after)).toBe(false)
      expect(isUndoable(changeLesson(after, key, change), outline, after)).toBe(true)
      expect(isUndoable(removeLesson(after, key), outline, after)).toBe(true)
    }),
  )
})

test('a change is no longer undone once somebody has moved something since', () => {
  fc.assert(
    fc.property(withLesson, fc.constantFrom<-1 | 1>(-1, 1), ({ outline, key }, step) => {
      const after = addLessons(outline, outline.modules[0]!.key, [
        createLesson({ key: 'made', title: 'Made', kind: 'text' }),
      ])
      const keys = (one: Outline) =>
        one.modules.map((module) => [module.key, module.lessons.map((lesson) => lesson.key)])
      for (const moved of [moveLesson(after, key, step), moveModule(after, outline.modules[0]!.key, 1)]) {
        const isSameOrder = JSON.stringify(keys(moved)) === JSON.stringify(keys(after))
        expect(isUndoable(moved, outline, after)).toBe(isSameOrder)
      }
    }),
  )
})

test('undoing keeps the lessons that one needs as they were chosen since', () => {
  const lesson = (key: string, needs: string[] = []) => ({
    ...createLesson({ key, title: key, kind: 'text' as const }),
    needs,
  })
  const before = addLessons(addModule({ modules: [], proSessions: [] }, { key: 'm', title: 'M' }), 'm', [
    lesson('a'),
    lesson('b'),
    lesson('c', ['a']),
  ])
  const needsOfC = (outline: Outline) => findLesson(outline, 'c')!.lesson.needs
  const moved = moveLesson(before, 'a', 1)
  expect(needsOfC(undoChange(changeLesson(moved, 'c', { needs: ['b'] }), before, moved))).toEqual(['b'])
  const without = removeLesson(before, 'a')
  expect(needsOfC(undoChange(changeLesson(without, 'c', { needs: ['b'] }), before, without))).toEqual(['b', 'a'])
})

test('no lesson opens after one that is deleted', () => {
  const lesson = (key: string, needs: string[]) => ({
    ...createLesson({ key, title: key, kind: 'text' as const }),
    needs,
  })
  const outline = addLessons(addModule({ modules: [], proSessions: [] }, { key: 'm', title: 'M' }), 'm', [
    lesson('a', []),
    lesson('b', ['a']),
  ])
  expect(listLessons(removeLesson(outline, 'a'))).toEqual([lesson('b', [])])
})

test('a key comes from the title and is never one that is taken', () => {
  const taken = new Set(['two-folds', 'two-folds-2'])
  expect(createKey('Two folds', taken, 'lesson')).toBe('two-folds-3')
  expect(createKey('写真', taken, 'lesson')).toBe('lesson')
})
