import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCalendarLinks } from './calendar-links.ts'

const session = {
  title: 'Light & night, part 1+2',
  startsAt: '2027-01-12T12:00:00.000Z',
  endsAt: '2027-01-12T13:30:00.000Z',
  courseTitle: 'Mobile filmmaking',
  portalUrl: 'https://understudy.test/portal',
}
const getLinkParams = (entry: typeof session, label: string) =>
  new URL(createCalendarLinks(entry).find((link) => link.label === label)!.href).searchParams

test('each calendar link has the exact data of the session', () => {
  expect(createCalendarLinks(session).map(({ href }) => href)).toEqual([
    'https://calendar.google.com/calendar/render?action=TEMPLATE&text=Light%20%26%20night%2C%20part%201%2B2%20%28Mobile%20filmmaking%29&dates=20270112T120000Z%2F20270112T133000Z&details=https%3A%2F%2Funderstudy.test%2Fportal',
    'https://outlook.live.com/calendar/0/action/compose?path=%2Fcalendar%2Faction%2Fcompose&rru=addevent&subject=Light%20%26%20night%2C%20part%201%2B2%20%28Mobile%20filmmaking%29&startdt=2027-01-12T12%3A00%3A00Z&enddt=2027-01-12T13%3A30%3A00Z&body=https%3A%2F%2Funderstudy.test%2Fportal',
    'https://calendar.yahoo.com/?v=60&title=Light%20%26%20night%2C%20part%201%2B2%20%28Mobile%20filmmaking%29&st=20270112T120000Z&et=20270112T133000Z&desc=https%3A%2F%2Funderstudy.test%2Fportal',
  ])
})

test('for any title and offset, every calendar link has the same instants', () => {
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.string(), instants, fc.integer({ min: 1, max: 600 }), (title, from, minutes) => {
      const start = new Date(Math.floor(from.getTime() / 1000) * 1000)
      const end = new Date(start.getTime() + minutes * 60_000)
      const inManila = new Date(start.getTime() + 8 * 3_600_000).toISOString().replace('Z', '+08:00')
      const entry = { ...session, title, startsAt: inManila, endsAt: end.toISOString() }
      const short = (instant: Date) => instant.toISOString().replace('.000', '').replaceAll(/[-:]/g, '')
      expect(getLinkParams(entry, 'Google').get('dates')).toBe(`${short(start)}/${short(end)}`)
      expect(new Date(getLinkParams(entry, 'Outlook').get('startdt')!)).toEqual(start)
      expect(new Date(getLinkParams(entry, 'Outlook').get('enddt')!)).toEqual(end)
      expect([getLinkParams(entry, 'Yahoo').get('st'), getLinkParams(entry, 'Yahoo').get('et')]).toEqual([
        short(start),
        short(end),
      ])
      const name = `${title} (${session.courseTitle})`
      expect([getLinkParams(entry, 'Google').get('text'), getLinkParams(entry, 'Outlook').get('subject')]).toEqual([
        name,
        name,
      ])
    }),
  )
})
