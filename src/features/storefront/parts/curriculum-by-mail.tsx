import type { CourseDefinition } from '#features/catalog/wire.ts'
import type { Sent } from '../take-sent-form.ts'
import { AskCard } from './ask-card.tsx'
import { Interest } from './interest-form.tsx'

export function CurriculumByMail({ course, sent }: { course: CourseDefinition; sent: Sent | null }) {
  if (course.state.callToAction === 'none') return null
  const own = sent?.ask === 'curriculum' ? sent : null
  return (
    <AskCard
      title="Get the curriculum by e-mail"
      note="Every part of it, as a PDF to print"
      poster={course.images.poster}
      isOpen={own !== null}
    >
      <Interest ask="curriculum" courseCode={course.coursePrefixCode} page={course.url} sent={own} />
    </AskCard>
  )
}
