import { expect, test } from 'vitest'
import { NAVIGATION } from '../../app-navigation.ts'
import { SITE_ROUTES } from '../../site-routes.ts'
import { getAccess, listEntries, listPhoneEntries } from './navigation.ts'

const labels = (entries: { label: string }[]) => entries.map(({ label }) => label)

test('the menu has the entries of the session', () => {
  expect(labels(listEntries(NAVIGATION, { as: 'learner' }))).toEqual(['Home', 'All courses', 'Settings'])
  expect(labels(listEntries(NAVIGATION, { as: 'admin' }))).toEqual(['Home', 'Orders', 'Inbox', 'Audit log', 'Settings'])
})

test('the phone bar has at most five entries with the log-out button and the switch', () => {
  expect(labels(listPhoneEntries(NAVIGATION, { as: 'admin', hasBoth: false }))).toEqual([
    'Home',
    'Orders',
    'Inbox',
    'Settings',
  ])
  expect(labels(listPhoneEntries(NAVIGATION, { as: 'admin', hasBoth: true }))).toEqual(['Home', 'Orders', 'Inbox'])
  expect(labels(listPhoneEntries(NAVIGATION, { as: 'learner', hasBoth: true }))).toEqual([
    'Home',
    'All courses',
    'Settings',
  ])
})

test('every entry leads to a page of the layout, and the gate asks for the access that the route declares', () => {
  const pages = SITE_ROUTES.filter(({ layout }) => layout === 'app-layout.tsx')
  const paths = new Set(pages.map(({ path }) => `/${path}`))
  expect(NAVIGATION.filter(({ isDocument, path }) => !isDocument && !paths.has(path))).toEqual([])
  for (const { path, access } of pages) {
    expect([path, getAccess(NAVIGATION, `/${path}`)]).toEqual([path, access === 'admin' ? 'admin' : 'everyone'])
  }
})
