import { LogInForm } from '#features/accounts/log-in-form.tsx'
import { DoorFrame } from '#ui/door-frame.tsx'

export function AdminDoor({ told, onLoggedIn }: { told: string | null; onLoggedIn: () => void }) {
  return (
    <DoorFrame title="Community admin" lead="Admins only.">
      {told && <p role="status">{told}</p>}
      <LogInForm idPrefix="admin" who="admin" onLoggedIn={onLoggedIn} />
    </DoorFrame>
  )
}
