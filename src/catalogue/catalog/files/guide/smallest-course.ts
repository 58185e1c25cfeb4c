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
sectionTitle: Headline of its page
subtitle: One line below the headline
promise: One paragraph that says what people can do afterwards.
duration: 2 weeks
classTime: Tuesdays, 18:00 to 19:30 London time
videoTime: 3 hours, recorded
studentCount: 0

price:
  currency: USD
  amount: 99
  subtext: Two live sessions

images: { hue: teal, motif: signal, seed: ${code}-1, focal: 50 }

facts:
  - { label: Length, value: 2 weeks }

benefits:
  - The first thing that people get
  - The second
  - The third

curriculum:
  - title: First week
    items:
      - id: first-session
        title: Title of the first session
        summary: What happens in it.
        minutes: 90

questions:
  - question: What do I need?
    answer: Say what people need.

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
