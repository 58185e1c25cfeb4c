import { describe, expect, test } from 'vitest'
import { getZoneCity, isSameZone } from './dates/zone-name.ts'
import { isTimeZone, toInstant, toZoneTime } from './schedule.ts'

describe('a time zone (docs/contract §2)', () => {
  test('is any IANA name, including older ones', () => {
    const older = ['UTC', 'GMT', 'Asia/Calcutta', 'US/Pacific', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires']
    for (const zone of [...Intl.supportedValuesOf('timeZone'), ...older]) expect(isTimeZone(zone), zone).toBe(true)
  })

  test.each([
    '',
    '+08:00',
    '-05',
    'GMT+8',
    'Mars/Olympus',
    'Asia/Manila ',
    'Asia/Manila\n',
    '../etc',
    'Z',
    'A'.repeat(100),
  ])('is not "%s"', (zone) => {
    expect(isTimeZone(zone)).toBe(false)
    expect(isTimeZone(zone)).toBe(false)
  })
})

describe('an instant as people in a zone see it', () => {
  const evening = new Date('2027-01-12T12:00:00Z')

  test.each([
    { zone: 'Asia/Manila', offset: '+08:00', text: 'Tue 12 January 2027, 20:00 Manila time (GMT+8)' },
    { zone: 'Asia/Kolkata', offset: '+05:30', text: 'Tue 12 January 2027, 17:30 Kolkata time (GMT+5:30)' },
    { zone: 'America/New_York', offset: '-05:00', text: 'Tue 12 January 2027, 07:00 New York time (GMT-5)' },
    { zone: 'Pacific/Kiritimati', offset: '+14:00', text: 'Wed 13 January 2027, 02:00 Kiritimati time (GMT+14)' },
    { zone: 'Europe/London', offset: '+00:00', text: 'Tue 12 January 2027, 12:00 London time (GMT)' },
    { zone: 'UTC', offset: '+00:00', text: 'Tue 12 January 2027, 12:00 UTC (GMT)' },
    { zone: 'asia/manila', offset: '+08:00', text: 'Tue 12 January 2027, 20:00 Manila time (GMT+8)' },
  ])('$text', ({ zone, offset, text }) => {
    expect(toZoneTime(evening, zone)).toMatchObject({ utcOffset: offset, displayText: text })
  })

  test('has its date and time in that zone', () => {
    expect(toZoneTime(evening, 'Pacific/Kiritimati')).toMatchObject({ localDate: '2027-01-13', localTime: '02:00' })
  })

  test('uses the current name of a city, even when the browser uses an older one', () => {
    const before = ['Asia/Calcutta', 'Europe/Kiev', 'Asia/Saigon', 'America/Godthab']
    expect(before.map(getZoneCity)).toEqual(['Kolkata', 'Kyiv', 'Ho Chi Minh', 'Nuuk'])
    expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true)
    expect(isSameZone('America/Buenos_Aires', 'America/Argentina/Buenos_Aires')).toBe(true)
    expect(isSameZone('Asia/Kolkata', 'Asia/Colombo')).toBe(false)
  })

  test('names the city of the zone', () => {
    expect(['Asia/Manila', 'America/Argentina/Buenos_Aires', 'UTC'].map(getZoneCity)).toEqual([
      'Manila',
      'Buenos Aires',
      'UTC',
    ])
  })
})

describe('a wall time as an instant', () => {
  test('uses the offset of the zone on that day', () => {
    expect(toInstant('2027-01-12T20:00', 'Asia/Manila')).toEqual(new Date('2027-01-12T12:00:00Z'))
    expect(toInstant('2027-07-12 20:00:00', 'Europe/London')).toEqual(new Date('2027-07-12T19:00:00Z'))
  })

  test.each([
    { local: '2027-03-14T02:30', zone: 'America/New_York', why: 'the clocks skip it' },
    { local: '2027-11-07T01:30', zone: 'America/New_York', why: 'the clocks show it twice' },
    { local: '2027-02-30T10:00', zone: 'Asia/Manila', why: 'there is no such day' },
    { local: '2027-01-12', zone: 'Asia/Manila', why: 'there is no time' },
    { local: '2027-01-12T20:00+01:00', zone: 'Asia/Manila', why: 'it has an offset' },
    { local: '2027-01-12T20:00', zone: '+08:00', why: 'an offset is not a zone' },
  ])('is refused when $why', ({ local, zone }) => {
    expect(() => toInstant(local, zone)).toThrow(RangeError)
  })

  test('weekly sessions keep their local hour when the clocks change', () => {
    const weeks = ['2027-03-07', '2027-03-14', '2027-03-21'].map((day) => toInstant(`${day}T19:00`, 'America/New_York'))
    expect(weeks.map((at) => at.toISOString().slice(11, 16))).toEqual(['00:00', '23:00', '23:00'])
    expect(weeks.map((at) => toZoneTime(at, 'America/New_York').localTime)).toEqual(['19:00', '19:00', '19:00'])
  })
})
