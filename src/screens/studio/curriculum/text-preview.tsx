import { LessonProse } from '#learn/lessons/text/lesson-prose.tsx'
import { parseLessonText } from '#learn/lessons/text/lesson-text.ts'

/** A text as its learners read it. Pictures show their words. */
export function TextPreview({ source }: { source: string }) {
  return <LessonProse nodes={parseLessonText(source)} images={[]} />
}
