import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUnitSaver, type SaveAnswer, type Unit } from './unit-saver.ts'

type Body = { text: string }

/** A server of one unit, a browser's storage, and a clock that the test moves. */
function createDesk(start: Unit<Body> = { version: 1, body: { text: 'a' } }) {
  const server = { ...start, isDown: false, isDeaf: false, refuses: false }
  const stored = new Map<string, string>()
  const timers: { at: number; run: () => void }[] = []
  let now = 0
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const send = async ({ version, body }: Unit<Body>): Promise<SaveAnswer<Body>> => {
    await Promise.resolve()
    if (server.isDown) return { kind: 'lost' }
    if (server.refuses) return { kind: 'refused', fields: { text: 'Too long' }, message: 'Please check' }
    if (body.text === server.body.text) return { kind: 'saved', version: server.version }
    if (version !== server.version)
      return {
        kind: 'conflict',
        conflict: { version: server.version, body: server.body, savedBy: 'Otto', savedAt: null },
      }
    Object.assign(server, { version: version + 1, body })
    return server.isDeaf ? { kind: 'lost' } : { kind: 'saved', version: server.version }
  }
  const schedule = (run: () => void, milliseconds: number) => {
    const timer = { at: now + milliseconds, run }
    timers.push(timer)
    return () => {
      const index = timers.indexOf(timer)
      if (index >= 0) timers.splice(index, 1)
    }
  }
  const open = () =>
    createUnitSaver<Body>(
      { version: server.version, body: server.body },
      { send, storage, key: 'draft', now: () => now, schedule },
    )
  const pass = async (milliseconds: number) => {
    const end = now + milliseconds
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      now = next.at
      timers.splice(timers.indexOf(next), 1)
      next.run()
      await settle()
    }
    now = end
    await settle()
  }
  return { server, stored, storage, open, pass, settle }
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('text is saved 800 ms after the last key, and the kept copy goes with the acknowledgement', async () => {
  const desk = createDesk()
  const saver = desk.open()
  saver.change({ text: 'ab' })
  await desk.pass(700)
  saver.change({ text: 'abc' })
  await desk.pass(700)
  expect(desk.server.body.text).toBe('a')
  expect(saver.getState().status).toBe('unsaved')
  await desk.pass(100)
  expect(desk.server).toMatchObject({ version: 2, body: { text: 'abc' } })
  expect(saver.getState()).toMatchObject({ status: 'saved', savedAt: 1500 })
  expect(desk.stored.size).toBe(0)
})

test('keys typed while a save is under way are saved after it', async () => {
  const desk = createDesk()
  const saver = desk.open()
  saver.change({ text: 'ab' })
  saver.flush()
  saver.change({ text: 'abc' })
  await settle()
  expect(saver.getState().status).toBe('unsaved')
  await desk.pass(800)
  expect(desk.server).toMatchObject({ version: 3, body: { text: 'abc' } })
})

test('without a connection the text is kept on this device, sent every five seconds, and offered after a reload', async () => {
  const desk = createDesk()
  const saver = desk.open()
  desk.server.isDown = true
  saver.change({ text: 'train' })
  await desk.pass(800)
  expect(saver.getState().status).toBe('offline')
  const reopened = desk.open()
  expect(reopened.getState()).toMatchObject({ body: { text: 'a' }, kept: { body: { text: 'train' } } })
  desk.server.isDown = false
  await desk.pass(5000)
  expect(desk.server.body.text).toBe('train')
  expect(saver.getState().status).toBe('saved')
})

test('kept text is used or discarded by choice, and forgotten after seven days', async () => {
  const desk = createDesk()
  desk.server.isDown = true
  desk.open().change({ text: 'lost' })
  desk.server.isDown = false
  const first = desk.open()
  first.restoreKept()
  await desk.pass(800)
  expect(desk.server.body.text).toBe('lost')

  desk.stored.set('draft', JSON.stringify({ version: 1, body: { text: 'old' }, at: 0 }))
  desk.open().discardKept()
  expect(desk.stored.size).toBe(0)
  desk.stored.set('draft', JSON.stringify({ version: 1, body: { text: 'older' }, at: 0 }))
  await desk.pass(8 * 24 * 60 * 60 * 1000)
  expect(desk.open().getState().kept).toBeNull()
  expect(desk.stored.size).toBe(0)
})

test('in a conflict nothing is sent and nothing replaced until the person chooses', async () => {
  const desk = createDesk()
  const saver = desk.open()
  Object.assign(desk.server, { version: 2, body: { text: 'theirs' } })
  saver.change({ text: 'mine' })
  await desk.pass(800)
  expect(saver.getState()).toMatchObject({ status: 'conflict', body: { text: 'mine' }, conflict: { savedBy: 'Otto' } })
  saver.change({ text: 'mine too' })
  await desk.pass(60_000)
  expect(desk.server.body.text).toBe('theirs')
  saver.keepMine()
  await settle()
  expect(desk.server).toMatchObject({ version: 3, body: { text: 'mine too' } })

  Object.assign(desk.server, { version: 4, body: { text: 'theirs again' } })
  saver.change({ text: 'mine again' })
  await desk.pass(800)
  saver.takeTheirs()
  expect(saver.getState()).toMatchObject({ status: 'saved', body: { text: 'theirs again' }, conflict: null })
  expect(desk.stored.size).toBe(0)
})

test('a newer text of the server is offered while a person may be typing, and shown when they ask for it', async () => {
  const desk = createDesk()
  const saver = desk.open()
  const { text } = saver.getState().body
  saver.offer({ version: 2, body: { text: 'theirs' } })
  expect(saver.getState()).toMatchObject({ status: 'saved', body: { text } })
  saver.getState().newer!.show()
  expect(saver.getState()).toMatchObject({ body: { text: 'theirs' }, newer: null })
  expect(saver.getVersion()).toBe(2)
  saver.offer({ version: 2, body: { text: 'theirs' } })
  expect(saver.getState().newer).toBeNull()
})

test('kept text of an earlier version meets the newer text of the server as a conflict', async () => {
  const desk = createDesk()
  desk.server.isDown = true
  desk.open().change({ text: 'mine' })
  desk.server.isDown = false
  Object.assign(desk.server, { version: 2, body: { text: 'theirs' } })
  const saver = desk.open()
  saver.restoreKept()
  await desk.pass(800)
  expect(saver.getState()).toMatchObject({ status: 'conflict', conflict: { body: { text: 'theirs' } } })
  expect(desk.server.body.text).toBe('theirs')
})

test('a lost answer to a save that arrived is no conflict with oneself', async () => {
  const desk = createDesk()
  const saver = desk.open()
  saver.change({ text: 'ab' })
  desk.server.isDeaf = true
  await desk.pass(800)
  expect(saver.getState().status).toBe('offline')
  saver.change({ text: 'abc' })
  desk.server.isDeaf = false
  await desk.pass(800)
  expect(saver.getState()).toMatchObject({ status: 'saved', conflict: null })
  expect(desk.server).toMatchObject({ version: 3, body: { text: 'abc' } })
})

test('two lost answers, of which only the first save arrived, are no conflict with oneself', async () => {
  const desk = createDesk()
  const saver = desk.open()
  desk.server.isDeaf = true
  saver.change({ text: 'ab' })
  await desk.pass(800)
  desk.server.isDown = true
  saver.change({ text: 'abc' })
  await desk.pass(800)
  desk.server.isDeaf = false
  desk.server.isDown = false
  await desk.pass(5_000)
  expect(saver.getState()).toMatchObject({ status: 'saved', conflict: null })
  expect(desk.server).toMatchObject({ version: 3, body: { text: 'abc' } })
})

test('the own fields are kept in a conflict, and the other person’s stay', async () => {
  type Card = { text: string; note: string }
  let stored = { version: 1, body: { text: 'a', note: 'n' } }
  const saver = createUnitSaver<Card>(
    { version: 1, body: stored.body },
    {
      send: async ({ version, body }) => {
        if (version !== stored.version)
          return { kind: 'conflict', conflict: { ...stored, savedBy: 'Otto', savedAt: null } }
        stored = { version: version + 1, body }
        return { kind: 'saved', version: stored.version }
      },
      storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
      key: 'draft',
      now: () => 0,
      schedule: () => () => {},
    },
  )
  stored = { version: 2, body: { text: 'a', note: 'theirs' } }
  saver.change({ text: 'mine', note: 'n' })
  saver.flush()
  await settle()
  expect(saver.getState().status).toBe('conflict')
  saver.keepMine()
  await settle()
  expect(stored).toEqual({ version: 3, body: { text: 'mine', note: 'theirs' } })
})

test('a browser without room or with broken storage never stops the typing', async () => {
  const desk = createDesk()
  desk.stored.set('draft', '{broken')
  const saver = desk.open()
  desk.storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  saver.change({ text: 'ab' })
  expect(saver.getState()).toMatchObject({ body: { text: 'ab' }, isKept: false })
  await desk.pass(800)
  expect(desk.server.body.text).toBe('ab')
})

test('a refused text stays on the page with its fault, and is sent again once it is changed', async () => {
  const desk = createDesk()
  const saver = desk.open()
  desk.server.refuses = true
  saver.change({ text: 'long' })
  await desk.pass(800)
  expect(saver.getState()).toMatchObject({ status: 'refused', fields: { text: 'Too long' }, body: { text: 'long' } })
  desk.server.refuses = false
  saver.change({ text: 'short' })
  await desk.pass(800)
  expect(saver.getState()).toMatchObject({ status: 'saved', fields: {} })
})

test('whatever happens, the last typed text is at the server, on this device, or in the conflict shown', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('type' as const), text: fc.string({ maxLength: 4 }) }),
    fc.record({ kind: fc.constant('pass' as const), milliseconds: fc.integer({ min: 0, max: 7000 }) }),
    fc.record({ kind: fc.constantFrom('down', 'up', 'flush', 'other', 'mine') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const desk = createDesk()
      const saver = desk.open()
      let last = 'a'
      for (const one of steps) {
        if (one.kind === 'type' && 'text' in one) {
          last = one.text
          saver.change({ text: last })
        }
        if (one.kind === 'pass' && 'milliseconds' in one) await desk.pass(one.milliseconds)
        if (one.kind === 'down') desk.server.isDown = true
        if (one.kind === 'up') desk.server.isDown = false
        if (one.kind === 'flush') saver.flush()
        if (one.kind === 'mine') saver.keepMine()
        if (one.kind === 'other' && saver.getState().status !== 'saving')
          Object.assign(desk.server, { version: desk.server.version + 1, body: { text: `other ${last}` } })
        await settle()
        expect(saver.getState().body.text).toBe(last)
        const kept = desk.stored.get('draft')
        if (saver.getState().status !== 'saved') expect(JSON.parse(kept!).body.text).toBe(last)
      }
      desk.server.isDown = false
      await desk.pass(6000)
      saver.keepMine()
      await desk.pass(6000)
      if (saver.getState().savedAt !== null && !desk.server.body.text.startsWith('other'))
        expect(desk.server.body.text).toBe(last)
      expect(['saved', 'conflict']).toContain(saver.getState().status)
    }),
  )
})

test('a kept text from before a field existed has the field as the server has it', () => {
  const desk = createDesk()
  desk.stored.set('draft', JSON.stringify({ version: 1, body: { text: 'typed' }, at: 0 }))
  const start = { version: 1, body: { text: 'a', searchTitle: 'b' } }
  const saver = createUnitSaver(start, {
    send: async () => ({ kind: 'lost' }),
    storage: desk.storage,
    key: 'draft',
    now: () => 0,
    schedule: () => () => {},
  })
  saver.restoreKept()
  expect(saver.getState().body).toEqual({ text: 'typed', searchTitle: 'b' })
})

test('a restored text of which only one field was changed leaves the fields that a colleague changed', async () => {
  type Two = { title: string; promise: string }
  const server: Unit<Two> = { version: 1, body: { title: 'a', promise: 'b' } }
  const desk = createDesk()
  const send = async ({ version, body }: Unit<Two>): Promise<SaveAnswer<Two>> => {
    if (version !== server.version) return { kind: 'conflict', conflict: { ...server, savedBy: 'Otto', savedAt: null } }
    Object.assign(server, { version: version + 1, body })
    return { kind: 'saved', version: server.version }
  }
  const open = () =>
    createUnitSaver<Two>(
      { ...server },
      { send, storage: desk.storage, key: 'draft', now: () => 0, schedule: () => () => {} },
    )
  open().change({ title: 'mine', promise: 'b' })
  Object.assign(server, { version: 2, body: { title: 'a', promise: 'Otto wrote this' } })
  const saver = open()
  saver.restoreKept()
  saver.flush()
  await settle()
  expect(saver.getState().status).toBe('conflict')
  saver.keepMine()
  await settle()
  expect(server.body).toEqual({ title: 'mine', promise: 'Otto wrote this' })
})
