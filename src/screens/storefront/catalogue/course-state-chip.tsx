import type { CourseCard } from '#catalogue/catalog/wire.ts'
import { Chip } from '#ui/chip.tsx'

export function CourseStateChip({
  course: { state, seatsRemaining },
}: {
  course: Pick<CourseCard, 'state' | 'seatsRemaining'>
}) {
  switch (state.code) {
    case 'few-seats':
      return <Chip tone="warn">{seatsRemaining === 1 ? '1 seat left' : `${seatsRemaining} seats left`}</Chip>
    case 'full':
      return <Chip tone="info">Full</Chip>
    case 'coming-soon':
      return <Chip tone="info">{state.awaitsPayments ? 'Opens soon' : 'Coming soon'}</Chip>
    case 'in-progress':
      return <Chip tone="past">Running now</Chip>
    case 'ended':
      return (
        <Chip tone="past">
          {state.isCancelled ? 'Cancelled' : state.callToAction === 'none' ? 'Not on sale' : 'Ended'}
        </Chip>
      )
    default:
      return null
  }
}
