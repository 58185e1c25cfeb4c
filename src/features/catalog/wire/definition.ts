/** What a whole course is made of, beside its card. Specification §3. */
import { z } from 'zod'
import { Instant } from '#http/schemas.ts'

/** A course's own picture: the seed and motif of its drawn poster (`art`), in the course's hue. */
export const Images = z.object({
  poster: z.string(),
  hue: z.string(),
  motif: z.string(),
  seed: z.string(),
  focal: z.number(),
})

/** A session or lesson of the curriculum; the dates are those of the chosen cohort, null before there is one. */
export const CurriculumItem = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  minutes: z.number(),
  kind: z.enum(['live', 'lesson']),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
})
export const CurriculumGroup = z.object({ title: z.string(), items: z.array(CurriculumItem) })

/** One row of "choose your dates". */
export const Cohort = z.object({
  courseCode: z.string(),
  offerCode: z.string().nullable(),
  name: z.string(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  timezoneId: z.string(),
  /** Of each weekday on which it meets, the first time: they tell the days in any zone. One, where the hours differ. */
  meetsAt: z.array(Instant),
  status: z.enum(['open', 'few-seats', 'full', 'coming-soon', 'in-progress', 'ended']),
  seatsRemaining: z.number().nullable(),
  displayText: z.string(),
})

export const MarketTexts = z.object({
  country: z.string(),
  /** Null: what the course itself says. */
  sectionTitle: z.string().nullable(),
  promise: z.string().nullable(),
  voices: z.array(z.object({ quote: z.string(), name: z.string(), place: z.string() })),
})

/** What came of it: three works, each with a drawn picture, and people in their own words. */
export const Made = z.object({
  note: z.string(),
  works: z.array(
    z.object({
      title: z.string(),
      by: z.string(),
      length: z.string().nullable(),
      images: Images.omit({ focal: true }),
    }),
  ),
  stories: z.array(z.object({ quote: z.string(), name: z.string(), about: z.string() })),
})
