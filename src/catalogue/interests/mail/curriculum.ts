/** The texts of the e-mail that brings a curriculum. */

import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'

/** @param isAttached false: the file is too large for an e-mail */
export function createCurriculumMail(input: {
  title: string
  courseUrl: string
  fileUrl: string
  isAttached: boolean
  sender: EmailSender
}): RenderedEmail {
  const { title, courseUrl, fileUrl, isAttached, sender } = input
  return renderEmail({
    subject: isolated`The curriculum of ${title}`,
    title: 'Here is the curriculum',
    paragraphs: [
      isolated`Somebody used this address to ask for the curriculum of ${title}.`,
      isAttached ? `It is attached as a PDF. You can also find it at ${fileUrl}` : `You can find it at ${fileUrl}`,
      'This is the only e-mail about it. If it wasn’t you, ignore it.',
    ],
    button: { label: 'See the course', url: courseUrl },
    sender,
  })
}
