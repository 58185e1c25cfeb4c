import type { CourseCard as Card } from '#catalogue/catalog/wire.ts'
import { FaultPage } from '#ui/frame/fault-page.tsx'
import { MoreCourses } from '../course/more-courses.tsx'

export function NotFound({ cards }: { cards: Card[] }) {
  return (
    <FaultPage fault="missing">
      <MoreCourses title="Perhaps one of these" cards={cards} />
    </FaultPage>
  )
}
