/**
 * What happened in the twelve weeks before a demo began, as a list of steps in the order of time. Pure: the same day gives
 * the same list, so that an interrupted story goes on where it was. Everybody is invented. docs/contract §8.
 */
import type { Attribution } from '#domain/attribution.ts'
import { DEMO_LEARNER } from '#domain/demo.ts'
import { createCast, type StoryPerson } from './plot-people.ts'
import { ANSWERS, INBOX, MESSAGES } from './plot-texts.ts'

export const STORY_DAYS = 84
const DAY_MS = 86_400_000

export const getStoryStart = (end: Date) => new Date(end.getTime() - STORY_DAYS * DAY_MS)

/** A cohort of a course, by its place among them as they begin. */
export type Run = { course: string; run: number }

export type Purchase = Run & {
  kind: 'buy'
  person: StoryPerson
  touch: Attribution | null
  pays: 'card' | 'paypal' | 'declined-first' | 'disputed' | 'never'
  isDeposit: boolean
  promoCode: string | null
  /** The purchase uses the gift card that was mailed to this person. */
  hasGiftCard: boolean
  friends: readonly StoryPerson[]
}
export type Act =
  | Purchase
  | { kind: 'confirm-address'; person: StoryPerson }
  | { kind: 'visits'; touch: Attribution; count: number }
  | {
      kind: 'give-card'
      person: StoryPerson
      to: StoryPerson
      dollars: number
      message: string
      touch: Attribution | null
    }
  | { kind: 'accept-invitation'; person: StoryPerson }
  | ({ kind: 'pay-balance'; person: StoryPerson } & Run)
  | ({ kind: 'refund'; person: StoryPerson; reason: string } & Run)
  | ({ kind: 'decide-dispute'; person: StoryPerson; decision: 'won' | 'lost' } & Run)
  | ({ kind: 'join-waitlist'; person: StoryPerson; party: number; touch: Attribution | null } & Run)
  | { kind: 'confirm-waitlist'; person: StoryPerson }
  | ({ kind: 'take-offered-seat'; person: StoryPerson } & Run)
  | {
      kind: 'ask-for-news'
      person: StoryPerson
      course: string
      about: 'coming-soon' | 'reminder' | 'curriculum'
      touch: Attribution | null
    }
  | { kind: 'confirm-news'; person: StoryPerson }
  | ({ kind: 'enrol-free'; person: StoryPerson } & Run)
  | { kind: 'learn'; person: StoryPerson; course: string; lessons: number }
  | ({ kind: 'attend'; person: StoryPerson; lesson: number } & Run)
  | { kind: 'write-message'; course: string; subject: string; body: string; isSent: boolean }
  | { kind: 'ask'; person: StoryPerson; message: string; page: string }
  | { kind: 'answer'; person: StoryPerson; message: string; closes: boolean }
export type Step = { at: Date; act: Act }

const CAMPAIGNS: readonly { touch: Attribution | null; weight: number }[] = [
  { touch: { source: 'instagram', medium: 'paid-social', campaign: 'three-minute-film' }, weight: 5 },
  { touch: { source: 'newsletter', medium: 'email', campaign: 'autumn-letter' }, weight: 4 },
  { touch: { source: 'google', medium: 'cpc', campaign: 'learn-phone-filming' }, weight: 4 },
  { touch: { source: 'youtube', medium: 'video', campaign: 'window-light-series' }, weight: 3 },
  { touch: { source: 'podcast', medium: 'audio', campaign: 'small-rooms-show' }, weight: 2 },
  { touch: null, weight: 5 },
]
const VISITED = CAMPAIGNS.flatMap(({ touch, weight }) => (touch ? [{ touch, weight }] : []))

/**
 * @param end the moment at which the demo began
 * @param taught when the sessions of `SND` began, in their order
 */
export function createPlot(end: Date, taught: readonly Date[]): Step[] {
  const random = createRandom(42)
  const cast = createCast()
  const steps: Step[] = []
  /** Days before the end; the hour is of UTC. Nothing happens after the end. */
  const on = (daysAgo: number, act: Act, hour = 7 + random() * 14) => {
    const day = Math.floor(end.getTime() / DAY_MS) * DAY_MS - daysAgo * DAY_MS
    const latest = end.getTime() - 10 * 60_000 - Math.round(random() * 50) * 60_000
    const at = new Date(Math.min(day + Math.round(hour * 60) * 60_000, latest))
    steps.push({ at, act })
    return at
  }
  const touch = () => pick(CAMPAIGNS, random).touch
  const buy = (daysAgo: number, person: StoryPerson, run: Run, more: Partial<Purchase> = {}) => {
    const at = on(daysAgo, {
      kind: 'buy',
      person,
      ...run,
      touch: touch(),
      pays: 'card',
      isDeposit: false,
      promoCode: null,
      hasGiftCard: false,
      friends: [],
      ...more,
    })
    // The receipt is there by then.
    const confirmedAt = new Date(at.getTime() + 5 * 60_000)
    if (more.pays !== 'never') steps.push({ at: confirmedAt, act: { kind: 'confirm-address', person } })
  }
  const between = (from: number, to: number) => to + Math.floor(random() * (from - to + 1))
  const people = (count: number) => Array.from({ length: count }, () => cast.next())

  for (let day = STORY_DAYS; day >= 1; day -= 2)
    for (const { touch, weight } of VISITED) {
      const count = Math.round(weight * (0.8 + random() * 2) * (day > 42 ? 0.8 : 1.2))
      on(day, { kind: 'visits', touch, count }, 6)
    }

  // Sound for stories was sold before it began 39 days ago, and was taught since.
  const sound = { course: 'SND', run: 0 }
  const soundClass = people(15)
  for (const [index, person] of soundClass.entries())
    buy(between(82, 44), person, sound, {
      ...(index === 3 && { pays: 'declined-first' }),
      ...(index === 6 && { pays: 'paypal' }),
    })
  for (const [index, person] of soundClass.entries())
    for (let lesson = 0; lesson < 4; lesson++)
      // The last five of the class miss sessions.
      if (taught[lesson] && (index < 10 || lesson < index % 3))
        steps.push({ at: taught[lesson]!, act: { kind: 'attend', person, lesson, ...sound } })

  // Mobile content creator: thirty learners at their own pace.
  const creator = { course: 'MCOM', run: 0 }
  const learners = people(30)
  for (const [index, person] of learners.entries()) {
    // The bank of the last one has not decided yet.
    const boughtOn = index === 27 ? 3 : 82 - Math.floor((index * 74) / 30) - between(2, 0)
    const isDisputed = index === 8 || index === 13 || index === 27
    buy(boughtOn, person, creator, {
      pays: isDisputed ? 'disputed' : index % 6 === 1 ? 'paypal' : index === 10 ? 'declined-first' : 'card',
      promoCode: index % 7 === 2 ? 'WELCOME10' : null,
    })
    if (isDisputed || index === 16) continue
    // Four kinds of learners: they finish, go on, stop after a while, or never begin.
    const pace = index % 4
    const sittings = pace === 3 ? (index % 8 === 3 ? 1 : 0) : pace === 0 ? 6 : pace === 1 ? 4 : 2
    for (let sitting = 0; sitting < sittings; sitting++) {
      const every = pace === 2 ? 3 : Math.max(1, Math.floor(boughtOn / (sittings + 1)))
      const day = boughtOn - 1 - sitting * every
      if (day >= 0) on(day, { kind: 'learn', person, course: 'MCOM', lessons: pace === 0 ? 4 : 3 })
    }
  }
  on(46, { kind: 'decide-dispute', person: learners[8]!, ...creator, decision: 'won' })
  on(34, { kind: 'decide-dispute', person: learners[13]!, ...creator, decision: 'lost' })
  on(33, { kind: 'refund', person: learners[16]!, ...creator, reason: 'Bought it twice by mistake, one for a friend' })

  // Short video that holds sells out, and people wait.
  const short = { course: 'MTIKPR', run: 0 }
  const shortClass = people(14)
  for (const [index, person] of shortClass.entries())
    buy(72 - index * 4, person, short, {
      pays: index % 5 === 2 ? 'paypal' : 'card',
      promoCode: index === 4 ? 'TAKE20' : null,
    })
  const waiting = people(5)
  for (const [index, person] of waiting.entries()) {
    on(18 - index * 3, { kind: 'join-waitlist', person, party: index === 1 ? 2 : 1, touch: touch(), ...short }, 9)
    if (index !== 3) on(18 - index * 3, { kind: 'confirm-waitlist', person }, 10)
  }
  on(8, { kind: 'refund', person: shortClass[5]!, ...short, reason: 'She has a new job and no free mornings' }, 9)
  on(7, { kind: 'take-offered-seat', person: waiting[0]!, ...short }, 9)

  // Mobile filmmaking: the first class fills with deposits and friends, the second is full.
  const film = { course: 'NG', run: 0 }
  const later = { course: 'NG', run: 1 }
  const filmClass = people(9)
  const friends = people(3)
  for (const [index, person] of filmClass.entries())
    buy(66 - index * 7, person, film, {
      isDeposit: index % 2 === 1,
      friends: index === 4 ? friends : [],
      promoCode: index === 6 ? 'WELCOME10' : null,
    })
  on(37, { kind: 'accept-invitation', person: friends[0]! })
  on(35, { kind: 'accept-invitation', person: friends[1]! })
  on(25, { kind: 'pay-balance', person: filmClass[1]!, ...film })
  on(11, { kind: 'pay-balance', person: filmClass[3]!, ...film })
  on(20, { kind: 'refund', person: filmClass[2]!, ...film, reason: 'The dates clash with a wedding' })
  buy(29, cast.next(), film, { pays: 'never' })
  buy(3, cast.next(), film, { pays: 'never' })
  for (const [index, person] of people(12).entries())
    buy(60 - index * 4, person, later, { isDeposit: index % 3 === 0, pays: index === 7 ? 'paypal' : 'card' })
  for (const [index, person] of people(3).entries()) {
    on(9 - index * 3, { kind: 'join-waitlist', person, party: 1, touch: touch(), ...later }, 11)
    on(9 - index * 3, { kind: 'confirm-waitlist', person }, 12)
  }

  // The other classes.
  for (const person of people(20)) buy(between(50, 1), person, { course: 'NSPR', run: 0 })
  for (const [index, person] of people(7).entries())
    buy(55 - index * 8, person, { course: 'TUCPR', run: 0 }, { isDeposit: index % 2 === 0 })
  for (const [index, person] of people(8).entries())
    buy(48 - index * 6, person, { course: 'DAPR', run: 0 }, { pays: index === 3 ? 'paypal' : 'card' })
  for (const person of people(5)) buy(between(40, 2), person, { course: 'MCOM2', run: 0 })
  for (const person of people(9)) on(between(78, 2), { kind: 'enrol-free', person, course: 'DAT', run: 0 })

  // Gift cards: one is spent, one waits, one is for later.
  const [giver, given, aunt, nephew] = people(4) as [StoryPerson, StoryPerson, StoryPerson, StoryPerson]
  on(41, {
    kind: 'give-card',
    person: giver,
    to: given,
    dollars: 150,
    message: 'For your first film. Make it about grandma.',
    touch: touch(),
  })
  buy(36, given, { course: 'TUCPR', run: 0 }, { hasGiftCard: true })
  on(12, { kind: 'give-card', person: aunt, to: nephew, dollars: 50, message: 'Happy birthday!', touch: null })

  for (const [index, person] of people(14).entries()) {
    const course = ['VFX', 'SND', 'NG'][index % 3]!
    const about = (['coming-soon', 'reminder', 'curriculum'] as const)[index % 3]!
    const day = 70 - index * 5
    on(Math.max(1, day), { kind: 'ask-for-news', person, course, about, touch: touch() }, 10)
    if (about !== 'curriculum' && index % 5 !== 3) on(Math.max(1, day), { kind: 'confirm-news', person }, 11)
  }

  // The demo's own learner is in the middle of a course, and came to one evening of another.
  const leo: StoryPerson = { email: DEMO_LEARNER.email, name: DEMO_LEARNER.name, timezoneId: DEMO_LEARNER.timezoneId }
  if (taught[1]) steps.push({ at: taught[1], act: { kind: 'attend', person: leo, lesson: 1, ...sound } })
  for (const [index, day] of [24, 19, 12, 5].entries())
    on(day, { kind: 'learn', person: leo, course: 'MCOM', lessons: index === 3 ? 1 : 2 })

  for (const { daysAgo, ...message } of MESSAGES) on(daysAgo, { kind: 'write-message', ...message }, 9)
  for (const [index, { daysAgo, ...question }] of INBOX.entries()) {
    const person = index % 2 === 0 ? learners[index]! : cast.next()
    on(daysAgo, { kind: 'ask', person, ...question })
    for (const answer of ANSWERS.filter(({ question }) => question === index))
      on(daysAgo - 1, { kind: 'answer', person, message: answer.message, closes: answer.closes })
  }

  return steps.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** mulberry32: numbers between 0 and 1 that are the same at every start. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function pick<Item extends { weight: number }>(items: readonly Item[], random: () => number): Item {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0)
  for (const item of items) {
    left -= item.weight
    if (left < 0) return item
  }
  return items[0]!
}
