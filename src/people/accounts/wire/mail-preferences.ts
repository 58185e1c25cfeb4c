/** The e-mails that a signed-in person can turn off. docs/contract §22. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { MailCategoryName, MailChoice } from '#people/mailing/wire.ts'

const MailPreferences = z.object({ address: z.string(), choices: z.array(MailChoice) })
export type MailPreferences = z.infer<typeof MailPreferences>

export const listMailPreferences = endpoint({
  host: 'login',
  method: 'GET',
  path: 'mail-preferences',
  summary: 'The categories of e-mails that the person can turn off',
  actor: 'person',
  answers: { 200: z.object({ data: MailPreferences }) },
  refusals: [],
})

export const changeMailPreference = endpoint({
  host: 'login',
  method: 'PATCH',
  path: 'mail-preferences',
  summary: "Turn a category of e-mails to the person's address off or on",
  actor: 'person',
  body: z.object({ category: MailCategoryName, isOff: z.boolean() }),
  answers: { 200: z.object({ data: MailPreferences }) },
  refusals: ['FIELD_INVALID'],
})
