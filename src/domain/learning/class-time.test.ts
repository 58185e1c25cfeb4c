import { expect, test } from 'vitest'
import { toInstant } from '../schedule.ts'
import { formatClassTime, formatCourseLength, formatLength, isClassTimeContradicted } from './class-time.ts'

const session = (local: string, minutes = 90, zone = 'Europe/London') => {
  const startsAt = toInstant(local, zone)
  return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * 60_000) }
}

test.each([
  [45, '45 minutes'],
  [60, '1 hour'],
  [61, '1 hour 1 minute'],
  [90, '1 hour 30 minutes'],
  [180, '3 hours'],
  [210, '3 hours 30 minutes'],
  [720, '12 hours'],
  [0, ''],
])('%i minutes are “%s”', (minutes, text) => {
  expect(formatLength(minutes)).toBe(text)
})

test('two sessions on one day are one day of the class, with both hours', () => {
  const weekend = ['13T10:00', '13T14:00', '14T10:00', '14T14:00'].map((at) => session(`2027-02-${at}`, 120))
  const hours = '10:00 to 12:00 and 14:00 to 16:00 London time'
  expect(formatClassTime(weekend.slice(0, 2), 'Europe/London')).toBe(`One Saturday, ${hours}`)
  expect(formatClassTime(weekend, 'Europe/London')).toBe(`Saturday and Sunday, ${hours}`)
  expect(formatClassTime(weekend.slice(0, 3), 'Europe/London')).toBe('Saturday and Sunday, London time')
})

test('a course is as long as its one session, as its sessions within a week, else as its weeks', () => {
  const weekly = Array.from({ length: 4 }, (_, week) =>
    session(`2027-03-${String(1 + week * 7).padStart(2, '0')}T20:00`),
  )
  expect(formatCourseLength([])).toBe('')
  expect(formatCourseLength([session('2027-02-13T10:00', 120)])).toBe('2 hours')
  expect(formatCourseLength([session('2027-02-13T10:00'), session('2027-02-14T10:00')])).toBe('2 sessions')
  expect(formatCourseLength(weekly.slice(0, 2))).toBe('2 weeks')
  expect(formatCourseLength(weekly)).toBe('4 weeks')
})

test('the class time names the days in the zone of the class, and the hours where they are the same', () => {
  const zone = 'Europe/London'
  expect(formatClassTime([], zone)).toBe('')
  expect(formatClassTime([session('2027-02-13T10:00', 120)], zone)).toBe('One Saturday, 10:00 to 12:00 London time')
  expect(formatClassTime([session('2027-02-13T10:00'), session('2027-02-14T10:00')], zone)).toBe(
    'Saturday and Sunday, 10:00 to 11:30 London time',
  )
  const evenings = ['2027-03-23', '2027-03-26', '2027-03-30', '2027-04-02'].map((day) => session(`${day}T19:00`))
  // The clocks change on 28 March: the class keeps its hour.
  expect(formatClassTime(evenings, zone)).toBe('Tuesdays and Fridays, 19:00 to 20:30 London time')
  expect(formatClassTime([...evenings, session('2027-04-06T18:00')], zone)).toBe('Tuesdays and Fridays, London time')
  const everyDay = ['01', '02', '03', '04', '05'].map((day) => session(`2027-03-${day}T09:00`))
  expect(formatClassTime(everyDay, zone)).toBe('5 sessions, 09:00 to 10:30 London time')
  expect(formatClassTime([session('2027-02-13T23:00', 120)], 'Asia/Manila')).toBe(
    'One Sunday, 07:00 to 09:00 Manila time',
  )
})

test.each([
  ['Tuesdays, 19:30 London time', false],
  ['Tues 7.30 pm to 9pm', false],
  ['Tue and Thu, 19:30', false],
  ['Weekly, with a pause in the sun', false],
  ['', false],
  ['Wednesdays, 19:30', true],
  ['Tuesdays at 20:00', true],
  ['Every Tuesday, 7.30 am', true],
  ['Mon to Fri, 19:30', false],
  ['Mon to Fri, 20:00', true],
  ['Tuesdays, 7–8:30 pm', false],
  ['Wednesdays, 7–8:30 pm', true],
  ['Tuesdays, 19:30 to 21:00', false],
  ['Tuesdays, 20:00–21:00', true],
])('“%s” contradicts a class on Tuesday at 19:30: %s', (typed, isContradicted) => {
  expect(isClassTimeContradicted(typed, [session('2027-03-02T19:30')], 'Europe/London')).toBe(isContradicted)
})

test('the text that is made from sessions never contradicts them', () => {
  for (const zone of ['Europe/London', 'Asia/Manila', 'America/New_York']) {
    const sessions = ['2027-03-02T19:30', '2027-03-04T19:30', '2027-03-09T19:30'].map((at) => session(at, 90, zone))
    expect(isClassTimeContradicted(formatClassTime(sessions, zone), sessions, zone)).toBe(false)
  }
  expect(isClassTimeContradicted('Tuesdays', [], 'UTC')).toBe(false)
})
