/** The endpoints of the set-up. They are 404 once the installation has an owner. docs/contract §48. */
import { z } from 'zod'
import { DeliveryTypeSchema } from '#catalogue/catalog/wire.ts'
import { endpoint } from '#http/endpoint.ts'
import { Email, PersonName } from '#http/schemas.ts'
import { PasswordText } from '#people/accounts/wire.ts'
import { SITE_FIELDS, SiteEnvironmentView } from '#people/site/wire.ts'

const Token = z.string().max(200)
const REFUSALS = ['NOT_FOUND', 'SET_UP_LINK_INVALID'] as const

/** `none`: the owner makes a course later. */
const FIRST_COURSES = ['own', 'sample', 'none'] as const

const NEEDED = { title: 'Title is required', sentence: 'Sentence is required' }
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Please use at most ${max} characters` })

const SetUp = z
  .object({
    token: Token,
    ownerName: PersonName,
    email: Email,
    password: PasswordText,
    ...SITE_FIELDS,
    course: z.enum(FIRST_COURSES),
    /** Of a course of one's own. */
    title: text(80),
    sentence: text(160),
    deliveryType: DeliveryTypeSchema,
  })
  .omit({ headline: true, lead: true, footerLine: true })
  .superRefine(({ course, ...texts }, context) => {
    for (const name of ['title', 'sentence'] as const)
      if (course === 'own' && texts[name] === '')
        context.addIssue({ code: 'custom', path: [name], message: NEEDED[name] })
  })
export type SetUpInput = z.output<typeof SetUp>

export const readSetUp = endpoint({
  host: 'login',
  method: 'POST',
  path: 'set-up/link',
  summary: 'Whether a set-up link is valid, and the settings of the server that count',
  actor: 'anyone',
  body: z.object({ token: Token }),
  answers: { 200: z.object({ data: z.object({ environment: SiteEnvironmentView }) }) },
  refusals: REFUSALS,
})

export const checkSetUp = endpoint({
  host: 'login',
  method: 'POST',
  path: 'set-up/check',
  summary: 'Check the texts of a set-up. Changes nothing',
  actor: 'anyone',
  body: SetUp,
  answers: { 204: z.undefined() },
  refusals: ['FIELD_INVALID', 'PASSWORD_WEAK', ...REFUSALS],
})

export const setUp = endpoint({
  host: 'login',
  method: 'POST',
  path: 'set-up',
  summary: 'Make the owner, the settings of the site and the first course of a new installation, all or nothing, once',
  actor: 'anyone',
  body: SetUp,
  answers: { 200: z.object({ data: z.object({ coursePrefixCode: z.string().nullable() }) }) },
  refusals: ['FIELD_INVALID', 'PASSWORD_WEAK', ...REFUSALS],
})
