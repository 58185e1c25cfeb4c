/** The smallest files of a catalogue that an import accepts, for `npm run u -- new-course` and content/README.md. */

/** @param input `code` as in `courseCode`; `creator` a slug of creators.yaml; `position` its place on the home page */
export function createSmallestCourse({ code, creator, position }: { code: string; creator: string; position: number }) {
  return `code: ${code}
position: ${position}
kind: course
delivery: live
creators: [ ${creator} ]
pages: [ /${code.toLowerCase()} ]

title: Title of the course
subtitle: One line below the headline
studentCount: 0

price:
  currency: USD
  amount: 99
  subtext: Two live sessions

images: { hue: teal, motif: signal, seed: ${code}-1, focal: 50 }

curriculum:
  - title: First week
    items:
      - id: first-session
        title: Title of the first session
        summary: What happens in it.
        minutes: 90

cohorts:
  - code: ${code}-1
    state: announced
    zone: Europe/London
`
}

export const SMALLEST_CREATORS = `- slug: your-name
  name: Your Name
  initials: YN
  biography:
    - Who you are, in a few sentences.
`

export const SMALLEST_REFUND_TERMS = `live: ''
on-demand: ''
`

export const NO_PROMO_CODES = '[]\n'
