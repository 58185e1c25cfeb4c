/** The endpoint of the opt-out link in e-mails. docs/contract §22. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { MAIL_CATEGORIES, type MailCategory } from './mail-categories.ts'

export const MailCategoryName = z.enum(Object.keys(MAIL_CATEGORIES) as MailCategory[])
export const MailChoice = z.object({ category: MailCategoryName, label: z.string(), isOff: z.boolean() })

export const changeMailOptOut = endpoint({
  host: 'login',
  method: 'POST',
  path: 'mail-opt-out',
  summary: 'Turn a kind of e-mail off or on by the link in such an e-mail',
  actor: 'anyone',
  body: z.object({
    token: z.string().max(600),
    /** Null only reads whether the kind is off. */
    isOff: z.boolean().nullable(),
    /** Another category than that of the link. */
    category: MailCategoryName.optional(),
  }),
  answers: { 200: z.object({ data: MailChoice.extend({ address: z.string(), choices: z.array(MailChoice) }) }) },
  refusals: ['VERIFICATION_INVALID', 'FIELD_INVALID'],
})
