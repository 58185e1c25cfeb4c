/** The parts of a course definition beside its card. */
import { z } from 'zod'
import { Instant } from '#http/schemas.ts'

/** A photo for a `picture` element. An empty `alt`: it only decorates. A crop keeps the point `focalX`, `focalY` (percent). */
export const Photo = z.object({
  src: z.string(),
  /** The best first. */
  sources: z.array(z.object({ type: z.string(), srcset: z.string() })),
  alt: z.string(),
  focalX: z.number(),
  focalY: z.number(),
})
export type Photo = z.infer<typeof Photo>

/** The generated poster of a course, its seed, motif and hue, and the photo that replaces it. */
export const CourseImages = z.object({
  /** Absent: the poster is shown. */
  cover: Photo.optional(),
  /** The photo of shared links, by the first digits of its hash. Absent: a picture is drawn. */
  share: z.object({ hash: z.string(), focalX: z.number(), focalY: z.number() }).optional(),
  poster: z.string(),
  hue: z.string(),
  motif: z.string(),
  seed: z.string(),
  focal: z.number(),
})

/** A session or lesson of the curriculum. The dates are those of the chosen cohort; null without one. */
export const CurriculumItem = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  minutes: z.number(),
  kind: z.enum(['live', 'lesson']),
  /** A published lesson that everybody may open. The minutes are those of its file, rounded up. */
  preview: z.object({ kind: z.enum(['video', 'audio', 'text']), minutes: z.number() }).nullable(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
})
export const CurriculumGroup = z.object({ title: z.string(), items: z.array(CurriculumItem) })

/** One row of the cohort list. */
export const CohortOption = z.object({
  courseCode: z.string(),
  offerCode: z.string().nullable(),
  name: z.string(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  timezoneId: z.string(),
  /** The starts of all sessions, in order, from which a page derives the weekdays and hours in any zone. */
  meetsAt: z.array(Instant),
  status: z.enum(['open', 'few-seats', 'full', 'coming-soon', 'in-progress', 'ended']),
  seatsRemaining: z.number().nullable(),
  displayText: z.string(),
})

export const MarketTexts = z.object({
  country: z.string(),
  /** Null: the text of the course applies. */
  sectionTitle: z.string().nullable(),
  promise: z.string().nullable(),
  testimonials: z.array(z.object({ quote: z.string(), name: z.string(), location: z.string() })),
})

/** Student work: three pieces, each with a generated picture, and testimonials. */
export const StudentWork = z.object({
  note: z.string(),
  works: z.array(
    z.object({
      title: z.string(),
      by: z.string(),
      length: z.string().nullable(),
      images: CourseImages.omit({ focal: true, cover: true, share: true }),
      /** Null: the generated picture is shown. */
      photo: Photo.nullable(),
    }),
  ),
  stories: z.array(z.object({ quote: z.string(), name: z.string(), about: z.string() })),
})

/** The film in the head of the page. `POST previews/{course}/play` opens it. */
export const Trailer = z.object({
  assetId: z.string(),
  durationSeconds: z.number().nullable(),
  /** In pixels as it is shown. Null: not known. */
  shape: z.object({ width: z.number(), height: z.number() }).nullable(),
  /** A picture of it. Null: none was made. */
  poster: Photo.nullable(),
  uploadedAt: Instant,
})
export type Trailer = z.infer<typeof Trailer>
