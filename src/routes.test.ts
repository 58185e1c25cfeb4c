import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getInformationPage } from '#domain/site-addresses.ts'
import { completeRoute, isReserved, SITE_ROUTES, UNDECLARED } from '#http/site-routes.ts'
import type { Known } from '../tests/states/known.ts'
import { findDeclaration } from '../tests/support/declared-routes.ts'
import { STATES } from '../tests/support/states.ts'
import routes from './routes.ts'

const hostPaths = ['src/app/server.ts', ...globSync('src/app/hosts/*.ts')]
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\.(?:get|post|all)(?:<.*>)?\(\s*['`](\/[^'`*]+)/g)])
  .map(([, path]) => path!)

test('the router has every declared route, by its id and its file', () => {
  const built = routes.flatMap((route) => (route.children ? route.children : [route]))
  const declared = SITE_ROUTES.map(({ id, path, file }) => [id, path || undefined, file])
  expect(built.map(({ id, path, file }) => [id, path, file]).toSorted()).toEqual(declared.toSorted())
  expect(new Set(SITE_ROUTES.map(({ id }) => id)).size).toBe(SITE_ROUTES.length)
})

test('a route without a declared access is private and in no list', () => {
  const silent = completeRoute({ path: 'new', file: 'sell/new/pages/new.tsx' })
  expect(silent).toEqual({
    path: 'new',
    file: 'sell/new/pages/new.tsx',
    id: 'sell/new/pages/new',
    layout: null,
    access: 'private',
    surface: 'own',
    budget: 'portal',
    listed: false,
    shell: false,
    playsFilms: false,
  })
  expect(UNDECLARED.access).toBe('private')
})

test('every path of the server is reserved, so that no creator can take it', () => {
  const pages = SITE_ROUTES.map(({ path }) => path).filter((path) => path && !path.startsWith(':') && path !== '*')
  expect(hostPaths).toContain('/calendar/:file')
  expect([...pages, ...hostPaths].filter((path) => !isReserved(path))).toEqual([])
})

test('a creator’s own path is free, and so is one that only begins like a fixed path', () => {
  expect(['/nina-reyes', '/faqs', '/course/photography', '/portals'].filter(isReserved)).toEqual([])
})

test('an information page is found by its path, in any case and with a last slash', () => {
  expect(['/faq', '/FAQ/', '/faq/more', '/nobody'].map(getInformationPage)).toEqual(['faq', 'faq', null, null])
})

test('axe, the journeys and the budgets include every page', () => {
  const known = {
    mailed: {
      setPassword: '/set-password#x',
      confirm: '/confirm-enrolment#x',
      thread: '/support#x',
      logIn: '/log-in-link#x',
      courseNews: '/course-news#x',
    },
    certificates: { valid: '/certificates/x', revoked: '/certificates/y' },
    sessions: { ahead: 'x', recorded: 'x' },
    mails: { sent: 'x', failed: 'x' },
    ...Object.fromEntries(
      ['paid', 'deposit', 'waiting', 'declined', 'asking', 'unapproved', 'gift'].map((name) => [
        name,
        { orderId: 'x', courseCode: 'NG' },
      ]),
    ),
  } as unknown as Known
  const paths = STATES.map(({ path }) => (typeof path === 'string' ? path : path(known)))
  const walked = new Set(paths.map((path) => findDeclaration(path).id))
  // `c/:code` redirects to a course.
  const pages = SITE_ROUTES.filter(({ file, path }) => file.endsWith('.tsx') && path !== 'c/:code').map(({ id }) => id)
  expect(pages.filter((id) => !walked.has(id))).toEqual([])
})
