import { useRevalidator } from 'react-router'
import { LogInForm } from '#features/accounts/log-in-form.tsx'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Told } from '#ui/field.tsx'
import { DoorFrame } from '../parts/door-frame.tsx'
import { LearnerHome } from '../parts/learner-home.tsx'
import { loadPortal } from '../parts/load.ts'
import { PortalSkeleton } from '../parts/portal-skeleton.tsx'
import type { Route } from './+types/portal.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Portal · Understudy' },
  { name: 'description', content: 'Your courses, your dates and your lessons.' },
  { name: 'robots', content: 'noindex' },
]

export function clientLoader() {
  return loadPortal(browserClient(), { local: localStorage })
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PortalSkeleton />
}

export default function Portal({ loaderData: loaded }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const again = () => void revalidator.revalidate()
  if (loaded.is === 'learner') return <LearnerHome {...loaded} onLeft={again} />
  if (loaded.is === 'guest') {
    return (
      <DoorFrame title="Log in" lead="Your courses, your dates and your lessons are behind this door.">
        {loaded.told && <p role="status">{loaded.told}</p>}
        <LogInForm idPrefix="portal" onLoggedIn={again} />
      </DoorFrame>
    )
  }
  return (
    <DoorFrame title="Something went wrong!" lead="Your courses are safe; only this page could not be filled.">
      <Told>{loaded.message}</Told>
      <Button onClick={again} aria-busy={revalidator.state !== 'idle'}>
        Try again
      </Button>
    </DoorFrame>
  )
}
