/** The endpoint of the opt-out link in e-mails. docs/contract.md §22. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'

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
  }),
  answers: { 200: z.object({ data: z.object({ label: z.string(), isOff: z.boolean() }) }) },
  refusals: ['VERIFICATION_INVALID', 'FIELD_INVALID'],
})
