/** What people call the needs, the units and the warnings of a publication. */
import type { CourseDraft, Publication } from '#catalogue/drafts/wire.ts'
import type { SaverState } from '../draft/unit-saver.ts'

export type NeedState = CourseDraft['needs'][number]
export type Warning = Publication['warnings'][number]
type Change = Publication['changes'][number]

export const MISSING: Record<NeedState['need'], string> = {
  title: 'A title and one sentence about the course',
  teacher: 'A teacher',
  price: 'The price of a seat, or Free',
  date: 'A date that is ahead',
  seats: 'The number of seats, or No limit',
  lesson: 'A lesson with content',
  curriculum: 'A lesson that can be published',
  page: 'A part of the page that is half typed',
  address: 'An address of its own',
  document: 'A lesson that can be published',
}

const UNITS: Readonly<Record<string, string>> = {
  about: 'Title and texts',
  outline: 'Modules and lessons',
  page: 'Testimonials and student work',
  addresses: 'Address',
  rules: 'Access and certificate',
}

/** `Title and texts`, or `Lesson “First steps”`. */
export function formatUnit({ unit, title }: Change): string {
  return UNITS[unit] ?? (title ? `Lesson “${title}”` : 'A lesson')
}

export function formatWarning({ warning, names, people }: Warning): { title: string; explanation: string } {
  const count = names.length
  const list = count === 1 ? `“${names[0]}”` : `${count} lessons`
  const rest = count === 1 ? '' : ` ${names.map((name) => `“${name}”`).join(', ')}.`
  switch (warning) {
    case 'captions-missing':
      return {
        title: count === 1 ? `${list} has no captions` : `${count} videos have no captions`,
        explanation: `People who can’t hear are left out.${rest}`,
      }
    case 'lesson-required':
      return {
        title: count === 1 ? `${list} is a new required lesson` : `${list} are newly required`,
        explanation: `${formatPeople(people, 'hasn’t', 'haven’t')} finished the course yet, and will need ${count === 1 ? 'it' : 'them'} too.${rest}`,
      }
    case 'lesson-removed':
      return {
        title: `${list} will be gone`,
        explanation: `${formatPeople(people, 'has', 'have')} begun ${count === 1 ? 'it' : 'them'}.${rest}`,
      }
    case 'rules-stricter':
      return {
        title: 'The rules are stricter than before',
        explanation: `${formatPeople(people, 'hasn’t', 'haven’t')} finished the course yet, and these rules will hold for ${people === 1 ? 'that person' : 'them'} too: ${names.join('; ')}.`,
      }
    case 'class-time':
      return {
        title: 'The class time on the page doesn’t match the dates',
        explanation: `The dates are: ${names.join('; ')}.`,
      }
  }
}

const formatPeople = (count: number, verb: string, verbs: string) =>
  count === 1 ? `1 person ${verb}` : `${count} people ${verbs}`

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Who saved a unit meanwhile, and when. */
export function formatDraftChange(
  change: { unit: string; savedBy: string | null; savedAt: string },
  changes: readonly Change[],
): string {
  const known = changes.find(({ unit }) => unit === change.unit) ?? { unit: change.unit, title: null }
  const at = clock.format(Date.parse(change.savedAt))
  return `${change.savedBy ?? 'Someone'} changed this at ${at}: ${formatUnit(known)}. Please look at it, then publish again.`
}

type Unsaved = Pick<SaverState<object>, 'status' | 'isKept' | 'fields' | 'message'>

/** Why the texts of a page could not be saved, and what its person does then. */
export function formatUnsaved(states: readonly Unsaved[]): string {
  const find = (status: Unsaved['status']) => states.find((state) => state.status === status)
  const offline = find('offline')
  if (offline) {
    const place = offline.isKept ? 'Your last words are kept on this device.' : 'Please keep this page open.'
    return `You’re offline, so nothing was published. ${place} Publish again when you’re back online.`
  }
  const refused = find('refused')
  if (refused) {
    const faults = Object.values(refused.fields).map((fault) => fault.replace(/\.$/, ''))
    return `Your last words can’t be saved yet: ${faults.join('. ') || refused.message}. The place is marked in red.`
  }
  if (find('conflict')) return 'Your text was changed elsewhere too. Please choose the text that stays, then publish.'
  return 'Your last words couldn’t be saved. Please try again.'
}
