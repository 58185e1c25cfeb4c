/** The text of an invitation to a role. */
import { isolated } from '#domain/typed-text.ts'
import { type EmailSender, type RenderedEmail, renderEmail } from '#people/mailing/email.tsx'
import type { InvitedRole } from '../invited-roles.ts'

export function roleInvitationMail(context: {
  sender: EmailSender
  inviter: string
  role: InvitedRole
  /** Of a co-teacher and an assistant. */
  title: string
  url: string
}): RenderedEmail {
  const { sender, inviter, role, title, url } = context
  return renderEmail({
    subject: isolated`Your invitation to ${sender.name}`,
    title: isolated`${inviter} invites you`,
    paragraphs: [
      describe[role](inviter, sender.name, title),
      'The button works once, within 14 days. You see what you accept before you do.',
      'If you don’t know what this is about, ignore this e-mail: nothing happens.',
    ],
    button: { label: 'See the invitation', url },
    sender,
  })
}

const describe: Readonly<Record<InvitedRole, (inviter: string, site: string, title: string) => string>> = {
  community_admin: (inviter, site) => isolated`${inviter} asks you to help to run ${site}, as an admin.`,
  creator: (inviter, site) => isolated`${inviter} asks you to teach at ${site}, with courses of your own.`,
  co_teacher: (inviter, site, title) => isolated`${inviter} asks you to be a co-teacher of “${title}” at ${site}.`,
  assistant: (inviter, site, title) => isolated`${inviter} asks you to be an assistant in “${title}” at ${site}.`,
}
