import { expect, test } from 'vitest'
import { ASSET_TRANSITIONS, nextAssetState } from './asset.ts'
import { CERTIFICATE_TRANSITIONS, nextCertificateState } from './certificate.ts'
import { LESSON_TRANSITIONS, nextLessonState } from './lesson.ts'
import { getRetryMinutes, MEDIA_STEP_TRANSITIONS, nextMediaStepState } from './media-step.ts'

test.each([
  ['asset', ASSET_TRANSITIONS, 'uploading', ['deleted']],
  ['lesson', LESSON_TRANSITIONS, 'planned', []],
  ['media step', MEDIA_STEP_TRANSITIONS, 'waiting', ['done']],
  ['certificate', CERTIFICATE_TRANSITIONS, 'issued', ['revoked']],
] as [string, Record<string, Record<string, string>>, string, string[]][])(
  'every state of a %s is reachable, and only the final states have no way out',
  (_machine, table, start, finals) => {
    const reached = new Set([start])
    for (const state of reached) for (const next of Object.values(table[state] ?? {})) reached.add(next)
    expect([...reached].toSorted()).toEqual(Object.keys(table).toSorted())
    expect(Object.keys(table).filter((state) => Object.keys(table[state] ?? {}).length === 0)).toEqual(finals)
  },
)

test('a lesson that was published never becomes planned again, also by way of a withdrawal', () => {
  expect(nextLessonState('published', 'planned_again', true)).toBeNull()
  expect(nextLessonState('withdrawn', 'planned_again', true)).toBeNull()
  expect(nextLessonState('withdrawn', 'planned_again', false)).toBe('planned')
  expect(nextLessonState('withdrawn', 'published', true)).toBe('published')
})

test('a failed asset is processed again only if all of its bytes arrived', () => {
  expect(nextAssetState('failed', 'retried', true)).toBe('stored')
  expect(nextAssetState('failed', 'retried', false)).toBeNull()
  expect(nextAssetState('deleted', 'retried', true)).toBeNull()
})

test('a finished step stays finished; a lost lease and "Try again" make a step wait', () => {
  expect(nextMediaStepState('done', 'failed')).toBeNull()
  expect(nextMediaStepState('running', 'lease_ended')).toBe('waiting')
  expect(nextMediaStepState('cancelled', 'retried')).toBe('waiting')
})

test('a failed step is tried again after 1, 10 and 60 minutes and then no more', () => {
  expect([1, 2, 3, 4].map(getRetryMinutes)).toEqual([1, 10, 60, null])
})

test('a revoked certificate stays revoked', () => {
  expect(nextCertificateState('issued', 'revoked')).toBe('revoked')
  expect(nextCertificateState('revoked', 'revoked')).toBeNull()
})
