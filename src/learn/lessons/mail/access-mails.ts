/** The e-mails about access to a course. They contain names and titles only. docs/contract §22. */

import { greetingFor } from '#domain/contact.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { isolated } from '#domain/typed-text.ts'
import type { Deps } from '#http/deps.ts'
import type { EmailContent } from '#people/mailing/email.tsx'

type Facts = { name: string; title: string; course_code: string }

/** @param endsOn a day in words, such as `12 January 2027` */
export function accessEndingMail(deps: Pick<Deps, 'config' | 'site'>, facts: Facts, endsOn: string): EmailContent {
  return createMail(deps, facts, {
    subject: isolated`Your access to ${facts.title} ends on ${endsOn}`,
    title: 'Your access ends soon',
    paragraphs: [
      isolated`${greetingFor(facts.name)}, you can open the lessons of ${facts.title} until ${endsOn}.`,
      'After that day you still see your progress, your notes and your certificate.',
    ],
  })
}

export function accessLockedMail(deps: Pick<Deps, 'config' | 'site'>, facts: Facts): EmailContent {
  return createMail(deps, facts, {
    subject: isolated`${facts.title} is paused`,
    title: 'Your course is paused',
    paragraphs: [
      isolated`${greetingFor(facts.name)}, the lessons of ${facts.title} are closed for now, because a payment for your seat is overdue.`,
      'The person who booked your seat can pay it. Your seat and your progress stay, and we will write to you when the lessons open again.',
    ],
  })
}

export function accessFrozenMail(deps: Pick<Deps, 'config' | 'site'>, facts: Facts): EmailContent {
  return createMail(deps, facts, {
    subject: isolated`${facts.title} is on hold`,
    title: 'Your access is on hold',
    paragraphs: [
      isolated`${greetingFor(facts.name)}, the lessons of ${facts.title} are closed while a bank checks a payment for your seat.`,
      'Your seat and your progress stay. We will write to you when the lessons open again.',
    ],
  })
}

export function accessRestoredMail(deps: Pick<Deps, 'config' | 'site'>, facts: Facts): EmailContent {
  return createMail(deps, facts, {
    subject: isolated`${facts.title} is open again`,
    title: 'Your lessons are open again',
    paragraphs: [isolated`${greetingFor(facts.name)}, you can open the lessons of ${facts.title} again.`],
  })
}

type Words = Pick<EmailContent, 'subject' | 'title' | 'paragraphs'>

function createMail(deps: Pick<Deps, 'config' | 'site'>, { course_code }: Facts, words: Words): EmailContent {
  return {
    ...words,
    button: { label: 'Open the course', url: new URL(getRoomPath(course_code), deps.config.publicUrl).href },
    sender: deps.site.current,
  }
}
