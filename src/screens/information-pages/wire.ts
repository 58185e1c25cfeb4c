/** The endpoints of the information pages that an owner edits. docs/contract §48. */
import { z } from 'zod'
import { INFORMATION_LENGTHS, type InformationBody } from '#domain/site/information-body.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const Params = z.object({ page: z.string().max(64) })
const text = (name: keyof InformationBody) =>
  z.string().max(INFORMATION_LENGTHS[name], { error: `Please use at most ${INFORMATION_LENGTHS[name]} characters` })

const Body = z.object({
  title: text('title'),
  heading: text('heading'),
  description: text('description'),
  lead: text('lead'),
  text: text('text'),
})

const PageSummary = z.object({
  name: z.string(),
  title: z.string(),
  /** Null: the shipped text is public. */
  publishedAt: Instant.nullable(),
  /** Whether a draft is not public. */
  hasChanges: z.boolean(),
})

const PageList = z.object({
  pages: z.array(PageSummary),
  /** PAGES_DIR. Its files win, and nothing can be edited here. */
  folder: z.string().nullable(),
  mayEdit: z.boolean(),
})
export type PageList = z.infer<typeof PageList>

const PageView = z.object({
  name: z.string(),
  /** Of the draft. 0: nobody has edited the page. */
  version: z.number(),
  body: Body,
  hasChanges: z.boolean(),
  publishedAt: Instant.nullable(),
  folder: z.string().nullable(),
  mayEdit: z.boolean(),
})
export type PageView = z.infer<typeof PageView>

const Version = z.object({ version: z.int().min(0) })
const Saved = z.object({ data: z.object({ version: z.number() }) })
const CHANGE = ['NOT_FOUND', 'OWNER_NEEDED', 'PAGES_IN_FILES', ...SIGNED_IN] as const

export const listPages = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/pages',
  summary: 'The information pages, and which of them have texts of the site’s own',
  actor: 'admin',
  answers: { 200: z.object({ data: PageList }) },
  refusals: [...SIGNED_IN],
})

export const readPage = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/pages/:page',
  summary: 'The draft of an information page, else its public text',
  actor: 'admin',
  params: Params,
  answers: { 200: z.object({ data: PageView }) },
  refusals: ['NOT_FOUND', ...SIGNED_IN],
})

export const savePage = endpoint({
  host: 'login',
  method: 'PATCH',
  path: 'admin/pages/:page',
  summary: 'Save the draft of an information page. It is not public until it is published',
  actor: 'admin',
  params: Params,
  body: Version.extend({ body: Body }),
  answers: { 200: Saved },
  refusals: ['FIELD_INVALID', 'VERSION_CONFLICT', ...CHANGE],
})

export const publishPage = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/pages/:page/publish',
  summary: 'Make the draft of an information page public',
  actor: 'admin',
  params: Params,
  body: Version,
  answers: { 200: Saved },
  refusals: ['FIELD_INVALID', 'DRAFT_CHANGED', ...CHANGE],
})

export const resetPage = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/pages/:page/reset',
  summary: 'Make the shipped text of an information page public again, and drop its draft',
  actor: 'admin',
  params: Params,
  body: Version,
  answers: { 200: Saved },
  refusals: ['DRAFT_CHANGED', ...CHANGE],
})
