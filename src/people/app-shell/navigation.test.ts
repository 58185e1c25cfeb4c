import { expect, test } from 'vitest'
import { NAVIGATION } from '#app/navigation.ts'
import { SITE_ROUTES } from '#http/site-routes.ts'
import { getAccess, listEntries, listPhoneEntries } from './navigation.ts'

const labels = (entries: { label: string }[]) => entries.map(({ label }) => label)

const learner = { as: 'learner', hasBoth: false, isTeacher: false } as const
const admin = { as: 'admin', hasBoth: false, isTeacher: false } as const

test('the menu has the entries of the session, and the studio for the people who teach', () => {
  expect(labels(listEntries(NAVIGATION, learner))).toEqual([
    'Home',
    'Calendar',
    'All courses',
    'Purchases',
    'Refer a friend',
    'Certificates',
    'Settings',
  ])
  expect(labels(listEntries(NAVIGATION, { ...learner, isTeacher: true })).slice(0, 5)).toEqual([
    'Home',
    'Studio',
    'Learners',
    'Studio calendar',
    'Calendar',
  ])
  expect(labels(listEntries(NAVIGATION, admin))).toEqual([
    'Home',
    'Orders',
    'Money',
    'People',
    'Inbox',
    'Attribution',
    'E-mails',
    'Audit log',
    'Studio',
    'Learners',
    'Studio calendar',
    'Site',
    'Settings',
  ])
})

test('the phone bar has four entries, and its button "More" leads to every other one', () => {
  const list = (session: Parameters<typeof listPhoneEntries>[1]) => {
    const { bar, more } = listPhoneEntries(NAVIGATION, session)
    return [labels(bar), labels(more)]
  }
  expect(list(learner)).toEqual([
    ['Home', 'Calendar', 'All courses', 'Certificates'],
    ['Purchases', 'Refer a friend', 'Settings'],
  ])
  expect(list({ ...learner, isTeacher: true })).toEqual([
    ['Home', 'Studio', 'Learners', 'Calendar'],
    ['Studio calendar', 'All courses', 'Purchases', 'Refer a friend', 'Certificates', 'Settings'],
  ])
  expect(list(admin)).toEqual([
    ['Home', 'Orders', 'Inbox', 'Studio'],
    ['Money', 'People', 'Attribution', 'E-mails', 'Audit log', 'Learners', 'Studio calendar', 'Site', 'Settings'],
  ])
})

test('every entry leads to a page of the layout, and the gate asks for the access that the route declares', () => {
  const pages = SITE_ROUTES.filter(({ layout }) => layout === 'app/layout.tsx')
  const paths = new Set(pages.map(({ path }) => `/${path}`))
  expect(NAVIGATION.filter(({ isDocument, path }) => !isDocument && !paths.has(path))).toEqual([])
  for (const { path, access } of pages) {
    const allowed = access === 'admin' ? ['admin'] : ['everyone', 'learner']
    expect([path, allowed.includes(getAccess(NAVIGATION, `/${path}`))]).toEqual([path, true])
  }
})
