import { expect, test } from 'vitest'
import { createUnitSaver, type SaveAnswer, type Unit } from '../draft/unit-saver.ts'
import { findUnitSaver, forgetUnitSavers, getUnitSaver } from './unit-savers.ts'

type Body = { text: string }

const createSaver = (start: Unit<Body>, send: () => Promise<SaveAnswer<Body>>) =>
  createUnitSaver<Body>(start, {
    send,
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    key: 'draft',
    now: () => 1,
    schedule: () => () => {},
  })

test('text that was saved while the next page was loading is not replaced by the older text of that page', async () => {
  const key = 'p:BREAD:lesson:mix'
  const old = { version: 1, body: { text: 'a' } }
  const open = (start: Unit<Body>) =>
    getUnitSaver(key, start.version, () => createSaver(start, async () => ({ kind: 'saved', version: 2 })))
  const saver = open(old)
  saver.change({ text: 'ab' })
  expect(findUnitSaver(key)?.getState().status).toBe('unsaved')
  saver.flush()
  await expect.poll(() => saver.getState().status).toBe('saved')

  expect(open(old).getState().body.text).toBe('ab')
  expect(findUnitSaver(key)?.getVersion()).toBe(2)
  expect(open({ version: 2, body: { text: 'server' } }).getState().body.text).toBe('server')

  forgetUnitSavers('BREAD')
  expect(findUnitSaver(key)).toBe(null)
})
