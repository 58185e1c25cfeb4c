/** The part of content/README.md that follows from the schema: all fields, and the smallest files. */
import { CourseFile, CreatorsFile, PromoCodesFile, RefundTermsFile } from '../content-schema.ts'
import { describeFields } from './describe-fields.ts'
import { createSmallestCourse, NO_PROMO_CODES, SMALLEST_CREATORS, SMALLEST_REFUND_TERMS } from './smallest-course.ts'

const START = '<!-- Generated from the schema by `npm run u -- generate`, up to the next comment. -->'
const END = '<!-- The end of the generated part. -->'

/** @throws Error if the two comments are not in the text */
export function fillContentGuide(readme: string): string {
  const [before, rest] = readme.split(START)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error('content/README.md has lost the comments of its generated part')
  return `${before}${START}\n\n${createContentGuide()}\n\n${END}${after}`
}

function createContentGuide(): string {
  const example = createSmallestCourse({ code: 'NEW', creator: 'your-name', position: 1 })
  return [
    '### The smallest catalogue',
    'These files can be imported. `npm run u -- new-course FOLDER NEW` writes them, and in a folder with courses only the new course.',
    formatFile('courses/new.yaml', example),
    formatFile('creators.yaml', SMALLEST_CREATORS),
    formatFile('refund-terms.yaml', SMALLEST_REFUND_TERMS),
    formatFile('promo-codes.yaml', NO_PROMO_CODES),
    '### Every field of a course',
    '`[]` is each entry of a list, and `NAME` a name that you choose. A field of a group is only required if the group is there.',
    describeFields(CourseFile),
    '### Every field of the other files',
    '`creators.yaml`:',
    describeFields(CreatorsFile),
    '`refund-terms.yaml`:',
    describeFields(RefundTermsFile),
    '`promo-codes.yaml`:',
    describeFields(PromoCodesFile),
  ].join('\n\n')
}

const formatFile = (name: string, text: string): string => `\`${name}\`:\n\n\`\`\`yaml\n${text}\`\`\``
