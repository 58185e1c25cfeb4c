import { LogInForm } from '#features/accounts/log-in-form.tsx'
import { FormFrame } from '#ui/form-frame.tsx'

export function AdminLogIn({ told, onLoggedIn }: { told: string | null; onLoggedIn: () => void }) {
  return (
    <FormFrame title="Community admin" lead="Admins only.">
      {told && <p role="status">{told}</p>}
      <LogInForm idPrefix="admin" who="admin" onLoggedIn={onLoggedIn} />
    </FormFrame>
  )
}
