import { expect, test } from 'vitest'
import { deleteSession } from '../client.ts'
import { deleteDrafts, getDraftKey } from './drafts.ts'

/** As in the browser's storage, each entry is a property. */
class Entries {
  [key: string]: unknown
  getItem(key: string) {
    return Object.hasOwn(this, key) ? (this[key] as string) : null
  }
  setItem(key: string, value: string) {
    this[key] = value
  }
  removeItem(key: string) {
    delete this[key]
  }
}

const TEXTS = { chat: getDraftKey('learner', 'chat'), answer: getDraftKey('admin', 'answer:1') }

function createTab() {
  const [local, session] = [new Entries(), new Entries()]
  local.setItem('access_token', 'a')
  local.setItem('admin_access_token', 'b')
  for (const key of [...Object.values(TEXTS), 'attribution']) session.setItem(key, 'private')
  return { tab: { local, session }, left: () => Object.keys(session).toSorted() }
}

test('a half-written text is deleted with the session of its person, and other entries stay', () => {
  const { tab, left } = createTab()
  deleteSession(tab, 'admin')
  expect(left()).toEqual(['attribution', TEXTS.chat])
  deleteSession(tab, 'learner')
  expect(left()).toEqual(['attribution'])
})

test('the end of the last session of a tab deletes every draft', () => {
  const { tab, left } = createTab()
  tab.local.removeItem('access_token')
  deleteSession(tab, 'admin', true)
  expect(left()).toEqual(['attribution'])
})

test('a learner who logs out leaves the text of the admin who stays logged in', () => {
  const { tab, left } = createTab()
  deleteSession(tab, 'learner', true)
  expect(left()).toEqual(['attribution', TEXTS.answer])
  deleteDrafts(tab.session, 'admin')
  expect(left()).toEqual(['attribution'])
})
