/** The e-mails about the files of a course. They contain names and titles, and no file. docs/contract §23. */

import { greetingFor } from '#domain/contact.ts'
import { isolated } from '#domain/typed-text.ts'
import type { Deps } from '#http/deps.ts'
import type { EmailContent } from '#people/mailing/email.tsx'

type MailFacts = { name: string; courseCode: string; courseTitle: string }

export function mediaFailedMail(
  deps: Pick<Deps, 'config' | 'site'>,
  { name, courseCode, courseTitle, filename, fault }: MailFacts & { filename: string; fault: string },
): EmailContent {
  return {
    subject: isolated`A file for ${courseTitle} could not be used`,
    title: 'This file could not be used',
    paragraphs: [isolated`${greetingFor(name)}, “${filename}” was uploaded for ${courseTitle}.`, fault],
    button: { label: 'Open the files', url: getMediaUrl(deps, courseCode) },
    sender: deps.site.current,
  }
}

export function storageNearlyFullMail(
  deps: Pick<Deps, 'config' | 'site'>,
  { name, courseCode, courseTitle, percent }: MailFacts & { percent: number },
): EmailContent {
  return {
    subject: isolated`The storage of ${courseTitle} is nearly full`,
    title: 'The storage of this course is nearly full',
    paragraphs: [
      isolated`${greetingFor(name)}, the files of ${courseTitle} use ${percent} % of the storage that the course has.`,
      'Once the storage is full, nobody can upload more files. Please delete files that the course no longer needs.',
    ],
    button: { label: 'Open the files', url: getMediaUrl(deps, courseCode) },
    sender: deps.site.current,
  }
}

function getMediaUrl({ config: { publicUrl } }: Pick<Deps, 'config' | 'site'>, courseCode: string): string {
  return new URL(`/studio/courses/${courseCode}/media`, publicUrl).href
}
