import { Suspense } from 'react'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { NoRoomProps } from './no-room.tsx'

const LoadedNoRoom = lazyComponent<NoRoomProps>(async () => (await import('./no-room.tsx')).NoRoom)

/** Few who open a room or a lesson see it, so it is loaded when it is shown. */
export function LazyNoRoom(props: NoRoomProps) {
  return (
    <Suspense>
      <LoadedNoRoom {...props} />
    </Suspense>
  )
}
