/** The endpoints of teachers' profiles. docs/contract §40. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'

const line = (label: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: `${label} is required` })
    .max(max, { error: `Please use at most ${max} characters` })

/** An address with https, as its person typed it or without `https://`. */
const Link = z
  .string()
  .trim()
  .max(200, { error: 'Please use at most 200 characters' })
  .transform((address) => (/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`))
  .refine(isHttps, { error: 'Please enter an address that begins with https://' })

function isHttps(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return protocol === 'https:' && hostname.includes('.') && username === '' && password === ''
}

const percent = z.int().min(0).max(100)

const ProfileChange = z.object({
  /** The one that the person has read. */
  version: z.int().min(1),
  name: line('Name', 80),
  initials: line('Initials', 3),
  /** Of the page: `/creators/{pageSlug}`. */
  pageSlug: z
    .string()
    .trim()
    .toLowerCase()
    .max(60, { error: 'Please use at most 60 characters' })
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'Please use small letters, digits and hyphens' }),
  quote: z.string().trim().max(300, { error: 'Please use at most 300 characters' }),
  /** Empty lines separate its paragraphs. */
  biography: z.string().trim().max(4000, { error: 'Please use at most 4000 characters' }),
  links: z.array(Link).max(5, { error: 'Please keep at most 5 links' }),
  /** Null: the initials are shown. */
  photo: z.object({ assetId: z.uuid(), focalX: percent, focalY: percent }).nullable(),
})
export type ProfileChange = z.output<typeof ProfileChange>

const ProfileView = z.object({
  slug: z.string(),
  version: z.number(),
  name: z.string(),
  initials: z.string(),
  pageSlug: z.string(),
  quote: z.string(),
  biography: z.string(),
  links: z.array(z.string()),
  photo: z
    .object({
      assetId: z.string(),
      focalX: z.number(),
      focalY: z.number(),
      state: z.enum(['uploading', 'stored', 'processing', 'ready', 'failed', 'deleted']),
      fault: z.string().nullable(),
      /** A data URL. Null: not ready. */
      src: z.string().nullable(),
    })
    .nullable(),
  /** Bytes of a photo at most. */
  maxPhotoBytes: z.number(),
})
export type ProfileView = z.infer<typeof ProfileView>

const ProfileParams = z.object({ slug: z.string().max(100) })
const REFUSALS = ['PROFILE_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'] as const

export const readProfile = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/profiles/:slug',
  summary: 'A teacher’s profile, for its person and for admins',
  actor: 'person',
  params: ProfileParams,
  answers: { 200: z.object({ data: ProfileView }) },
  refusals: ['OVERLOADED', ...REFUSALS],
})

export const saveProfile = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/profiles/:slug',
  summary: 'Change a teacher’s profile. The change is public at once',
  actor: 'person',
  params: ProfileParams,
  body: ProfileChange,
  answers: { 204: z.undefined() },
  refusals: ['FIELD_INVALID', 'VERSION_CONFLICT', ...REFUSALS],
})
