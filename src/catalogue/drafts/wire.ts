/** The endpoints by which a course is made, edited and published. docs/contract §36. */
import { z } from 'zod'
import { DeliveryTypeSchema } from '#catalogue/catalog/wire.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire, TimeZone } from '#http/schemas.ts'
import { NEEDS } from './readiness.ts'
import { WARNINGS } from './warnings.ts'

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const COURSE = ['COURSE_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN] as const
const CourseParams = z.object({ course: z.string().max(64) })
const UnitParams = CourseParams.extend({ unit: z.string().max(200) })

const NewCourse = z.object({
  title: z
    .string({ error: 'Title is required' })
    .trim()
    .min(1, { error: 'Title is required' })
    .max(80, { error: 'Please use at most 80 characters' }),
  sentence: z
    .string({ error: 'Sentence is required' })
    .trim()
    .min(1, { error: 'Sentence is required' })
    .max(160, { error: 'Please use at most 160 characters' }),
  deliveryType: DeliveryTypeSchema,
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{2,12}$/, { error: 'Please use 2 to 12 letters and digits' })
    .optional(),
  timezoneId: TimeZone,
})

/** A body is held against the schema of its unit, which has the limits. */
const Unit = z.object({ version: z.int().min(0), body: z.record(z.string(), z.unknown()) })

const CohortView = z.object({
  cohortCode: z.string(),
  name: z.string(),
  state: z.enum(['announced', 'open']),
  /** Null: no limit, if the state is open; else not decided yet. */
  capacity: z.number().nullable(),
  taken: z.number(),
  enrolled: z.number(),
  timezoneId: z.string(),
  /** Null: not set yet. */
  price: MoneyWire.nullable(),
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      lessonKey: z.string(),
      title: z.string(),
      /** In `timezoneId`: `2027-02-13T10:00:00`. */
      localStart: z.string(),
      timezoneId: z.string(),
      startsAt: Instant,
      endsAt: Instant,
      hasMeeting: z.boolean(),
    }),
  ),
})

const NeedView = z.object({ need: z.enum(NEEDS), isDone: z.boolean(), fault: z.string().nullable() })

const Publication = z
  .object({
    /** Of the version that publishing would make. */
    number: z.number(),
    /** The units that would change, and the titles of those that are lessons. */
    changes: z.array(z.object({ unit: z.string(), title: z.string().nullable() })),
    /** Those that are not done stop it. */
    needs: z.array(NeedView),
    /** These only ask. `people` is how many a warning touches. */
    warnings: z.array(z.object({ warning: z.enum(WARNINGS), names: z.array(z.string()), people: z.number() })),
  })
  .meta({ id: 'Publication' })
export type Publication = z.infer<typeof Publication>

const CourseDraft = z
  .object({
    coursePrefixCode: z.string(),
    deliveryType: DeliveryTypeSchema,
    state: z.enum(['draft', 'published', 'withdrawn']),
    /** The first publication. */
    publishedAt: Instant.nullable(),
    /** The main address of the public page. Null: not published. */
    path: z.string().nullable(),
    lastVersion: z.object({ number: z.number(), publishedAt: Instant, publishedBy: z.string().nullable() }).nullable(),
    units: z.object({ about: Unit, outline: Unit, page: Unit, addresses: Unit, rules: Unit }),
    /** What the page shows where nobody typed a text: from the dates and lessons. */
    calculated: z.object({
      duration: z.string(),
      classTime: z.string(),
      videoTime: z.string(),
      facts: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
    /** The versions of all saved units, lessons too. Publishing names them. */
    versions: z.record(z.string(), z.number()),
    /** The units whose text is not public. */
    changedUnits: z.array(z.string()),
    /** The lessons of the draft's outline, in its order. */
    lessons: z.array(
      z.object({
        key: z.string(),
        /** The id of the asset with its video or audio, or the hash of one that is gone. */
        mediaId: z.string().nullable(),
        fileCount: z.number(),
        /** Whether learners would see something. */
        hasContent: z.boolean(),
        /** Typed, else calculated. */
        minutes: z.number(),
      }),
    ),
    /** The keys of all lessons that the course ever published. A new lesson gets none of them. */
    pastLessonKeys: z.array(z.string()),
    /** False: this site has no payment provider, so that a course that costs something takes interest instead. */
    takesPayments: z.boolean(),
    /** `mayEdit`: whether the person may change the profile. */
    teachers: z.array(z.object({ slug: z.string(), name: z.string(), mayEdit: z.boolean() })),
    /** The teachers whom the person may show on the page. */
    teacherChoices: z.array(z.object({ slug: z.string(), name: z.string() })),
    needs: z.array(NeedView),
    cohorts: z.array(CohortView),
  })
  .meta({ id: 'CourseDraft' })
export type CourseDraft = z.infer<typeof CourseDraft>

/** `localStart` is in the zone of the class. */
export const SessionTimes = {
  localStart: z.string().regex(/^2\d{3}-\d\d-\d\dT\d\d:\d\d$/, { error: 'Please choose a day and a time' }),
  minutes: z.int().min(5, { error: 'Please enter at least 5 minutes' }).max(1440),
}

export const CohortChange = z.object({
  /** Null: no limit. */
  seats: z
    .int({ error: 'Please enter a whole number' })
    .min(1, { error: 'Please enter 1 or more' })
    .max(100_000, { error: 'Please enter at most 100,000' })
    .nullable()
    .optional(),
  /** Of a seat, in US dollars: `45.00`. 0 is free. */
  price: z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, { error: 'Please enter an amount such as 45 or 45.50' })
    .optional(),
  dates: z
    .object({
      timezoneId: TimeZone,
      sessions: z
        .array(
          z.object({
            lessonKey: z.string().max(200),
            ...SessionTimes,
          }),
        )
        .min(1)
        .max(200, { error: 'Dates can have 200 sessions at most' }),
    })
    .optional(),
  name: z.string().trim().max(80, { error: 'Please use at most 80 characters' }).optional(),
  /** Announced dates open for enrolment. */
  state: z.literal('open').optional(),
  /** From then on nobody can enrol. Null: enrolment closes at the start. */
  enrolClosesAt: z.iso.datetime({ error: 'Please choose a day and a time' }).nullable().optional(),
})
export type CohortChange = z.output<typeof CohortChange>

export const createCourse = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses',
  summary: 'Make a course, as a draft that nobody else sees',
  actor: 'person',
  idempotent: true,
  body: NewCourse,
  answers: { 200: z.object({ data: z.object({ coursePrefixCode: z.string() }) }) },
  refusals: ['CODE_TAKEN', 'ROLE_NEEDED', 'FIELD_INVALID', ...SIGNED_IN],
})

export const duplicateCourse = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/duplicate',
  summary: 'Make a new course from the draft of another, with its prices and without its dates and people',
  actor: 'person',
  params: CourseParams,
  idempotent: true,
  body: NewCourse.pick({ title: true, code: true }),
  answers: { 200: z.object({ data: z.object({ coursePrefixCode: z.string() }) }) },
  refusals: ['CODE_TAKEN', 'FIELD_INVALID', 'QUOTA_EXCEEDED', 'RATE_LIMITED', 'STORAGE_FULL', ...COURSE],
})

export const readCourseDraft = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/draft',
  summary: 'A course as its teachers edit it, with what is missing before it can be sold',
  actor: 'person',
  params: CourseParams,
  answers: { 200: z.object({ data: CourseDraft }) },
  refusals: [...COURSE],
})

export const readUnit = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/units/:unit',
  summary: 'One part of a draft, such as a lesson',
  actor: 'person',
  params: UnitParams,
  answers: { 200: z.object({ data: Unit }) },
  refusals: ['UNIT_NOT_FOUND', ...COURSE],
})

export const saveUnit = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/courses/:course/units/:unit',
  summary: 'Save one part of a draft. It is not public until the course is published',
  actor: 'person',
  params: UnitParams,
  body: Unit,
  answers: { 200: z.object({ data: z.object({ version: z.number(), savedAt: Instant.nullable() }) }) },
  refusals: ['VERSION_CONFLICT', 'UNIT_NOT_FOUND', 'FIELD_INVALID', ...COURSE],
})

export const readPublication = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/publish',
  summary: 'What publishing the draft of a course would change, and what stands against it',
  actor: 'person',
  params: CourseParams,
  answers: { 200: z.object({ data: Publication }) },
  refusals: [...COURSE],
})

export const publishDraft = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/publish',
  summary: 'Publish the draft of a course as its next version',
  actor: 'person',
  idempotent: true,
  params: CourseParams,
  body: z.object({
    units: z.record(z.string(), z.int().min(0)),
    /** The person has seen the warnings. */
    acceptWarnings: z.boolean().optional(),
    note: z.string().trim().max(500, { error: 'Please use at most 500 characters' }).optional(),
  }),
  answers: { 200: z.object({ data: z.object({ number: z.number(), isNew: z.boolean() }) }) },
  refusals: ['DRAFT_CHANGED', 'NOT_READY', 'WARNINGS_UNSEEN', 'FIELD_INVALID', ...COURSE],
})
