/** The endpoint of the opt-out link in e-mails. docs/contract.md §22. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { MAIL_CATEGORIES, type MailCategory } from './mail-categories.ts'

const Category = z.enum(Object.keys(MAIL_CATEGORIES) as MailCategory[])
const Choice = z.object({ category: Category, label: z.string(), isOff: z.boolean() })

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
    category: Category.optional(),
  }),
  answers: { 200: z.object({ data: Choice.extend({ address: z.string(), choices: z.array(Choice) }) }) },
  refusals: ['VERIFICATION_INVALID', 'FIELD_INVALID'],
})
