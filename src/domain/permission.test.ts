import { expect, test } from 'vitest'
import { ACTIONS, type Action, COURSE_ROLES, can, SITE_ROLES } from './permission.ts'

/** The table of docs/contract §19. Columns: owner, community admin, site creator, creator, co-teacher, assistant. */
const TABLE: Record<Action, string> = {
  'course.read': '● ● – ● ● ●',
  'learner.list': '● ● – ● ● ●',
  'session.manage': '● ● – ● ● ●',
  'course.edit': '● ● – ● ● –',
  'course.publish': '● ● – ● ● –',
  'dates.edit': '● ● – ● ● –',
  'price.edit': '● ● – ● – –',
  'code.edit': '● ● – ● – –',
  'course.close': '● ● – ● – –',
  'message.send': '● ● – ● ● –',
  'learner.access': '● ● – ● ● –',
  'learner.move': '● ● – ● ● –',
  'learner.money': '● ● – ● – –',
  'learner.seat': '● ● – ● – –',
  'learner.export': '● ● – ● – –',
  'profile.edit': '● ● – – – –',
  'certificate.edit': '● ● – – – –',
  'site.setting': '● – – – – –',
  'person.help': '● ● – – – –',
  'person.erase': '● ● – – – –',
  'role.give': '● ● – – – –',
  'admin.manage': '● – – – – –',
}

test('each role may do exactly what the table of roles allows', () => {
  expect(ACTIONS.toSorted()).toEqual(Object.keys(TABLE).toSorted())
  for (const action of ACTIONS) {
    const cells = [
      ...SITE_ROLES.map((site) => can({ site, course: null }, action)),
      ...COURSE_ROLES.map((course) => can({ site: null, course }, action)),
    ]
    expect([action, cells.map((isAllowed) => (isAllowed ? '●' : '–')).join(' ')]).toEqual([action, TABLE[action]])
  }
})

test('two roles allow what either allows, and no role allows nothing', () => {
  for (const action of ACTIONS) {
    expect(can({ site: null, course: null }, action)).toBe(false)
    for (const site of SITE_ROLES)
      for (const course of COURSE_ROLES)
        expect(can({ site, course }, action)).toBe(
          can({ site, course: null }, action) || can({ site: null, course }, action),
        )
  }
})
