/** Reads a calendar file as a strict calendar program does (RFC 5545), by the zones that the file itself defines. */
import ICAL from 'ical.js'

export type CalendarEvent = {
  id: string
  sequence: number
  status: string | null
  summary: string
  /** A whole day, whose `start` and `end` are not instants. */
  isDate: boolean
  start: string
  end: string
  /** The local time of the start, as the file has it. */
  localTime: string
  /** The zone of the start as the file names it: `Z` for UTC. Null for a whole day. */
  zone: string | null
}

/** @throws Error for anything that a strict program refuses or reads in another way */
export function readCalendar(text: string): { name: string; events: CalendarEvent[]; component: ICAL.Component } {
  checkLines(text)
  const component = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const zones = component.getAllSubcomponents('vtimezone').map((zone) => String(zone.getFirstPropertyValue('tzid')))
  if (new Set(zones).size !== zones.length) throw new Error(`a zone is defined twice: ${zones}`)
  const events = component.getAllSubcomponents('vevent').map((event) => readEvent(event, zones))
  return { name: readName(component), events, component }
}

/** The reader does not know that the names of a calendar are texts (RFC 7986 §5.1), so that they are still escaped. */
function readName(component: ICAL.Component): string {
  const [name, other] = ['name', 'x-wr-calname'].map((key) => String(component.getFirstPropertyValue(key)))
  if (name !== other) throw new Error(`two names: ${name} and ${other}`)
  if (/(^|[^\\])(\\\\)*([;,]|\\[^\\;,nN])/.test(name!)) throw new Error(`not escaped: ${name}`)
  return name!.replace(/\\([\\;,nN])/g, (_all, mark: string) => (mark.toLowerCase() === 'n' ? '\n' : mark))
}

function checkLines(text: string): void {
  if (!text.startsWith('BEGIN:VCALENDAR\r\n') || !/\r\nEND:VCALENDAR(\r\n)?$/.test(text)) throw new Error('no frame')
  for (const line of text.split('\r\n')) {
    if (/(?!\t)\p{Cc}/u.test(line)) throw new Error(`a control character in ${JSON.stringify(line)}`)
    if (Buffer.byteLength(line) > 75) throw new Error(`a line of ${Buffer.byteLength(line)} bytes: ${line}`)
  }
}

function readEvent(component: ICAL.Component, definedZones: readonly string[]): CalendarEvent {
  const event = new ICAL.Event(component)
  const stamps = component.getAllProperties('dtstamp').map((property) => property.toICALString())
  if (stamps.length !== 1 || !/^DTSTAMP:\d{8}T\d{6}Z$/.test(stamps[0]!)) throw new Error(`DTSTAMP: ${stamps}`)
  const zone = readZone(component.getFirstProperty('dtstart')!)
  for (const used of [zone, readZone(component.getFirstProperty('dtend') ?? component.getFirstProperty('dtstart')!)])
    if (used !== null && used !== 'Z' && !definedZones.includes(used)) throw new Error(`${used} is not defined`)
  return {
    id: event.uid.split('@')[0]!,
    sequence: event.sequence,
    status: component.getFirstPropertyValue('status') as string | null,
    summary: event.summary,
    isDate: event.startDate.isDate,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    localTime: event.startDate.toString(),
    zone,
  }
}

/** @throws Error for a floating time, which each calendar shows at another moment */
function readZone(property: ICAL.Property): string | null {
  const line = property.toICALString()
  if (property.type === 'date') return null
  const zone = property.getFirstParameter('tzid') ?? (line.endsWith('Z') ? 'Z' : null)
  if (zone === null) throw new Error(`a floating time: ${line}`)
  return zone
}
