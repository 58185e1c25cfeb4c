import type { CourseCard as Card } from '#features/catalog/wire.ts'
import { FaultPage } from '#ui/fault-page.tsx'
import { MoreCourses } from './more-courses.tsx'

export function NotFound({ cards }: { cards: Card[] }) {
  return (
    <FaultPage what="missing">
      <MoreCourses title="Perhaps one of these" cards={cards} />
    </FaultPage>
  )
}
