import { useLocation } from 'react-router'
import { safeReturn } from '#domain/safe-return.ts'
import { Mark } from '#ui/mark.tsx'
import { Poster } from '#ui/poster.tsx'
import { LogInForm } from '../log-in-form.tsx'
import type { Route } from './+types/login.ts'
import styles from './login.module.css'

export const meta: Route.MetaFunction = () => [
  { title: 'Community admin · Understudy' },
  { name: 'robots', content: 'noindex' },
]

const PRINTS = ['still', 'print-1', 'print-2', 'print-3']

export default function Login() {
  const { search } = useLocation()
  const enter = () => location.assign(safeReturn(new URLSearchParams(search).get('from'), location.origin))

  return (
    <div className={styles.page}>
      <div className={styles.stairs} aria-hidden="true">
        {PRINTS.map((name) => (
          <Poster key={name} src={`/art/${name}.svg`} />
        ))}
      </div>
      <main className={styles.panel} id="content">
        <div>
          <Mark />
          <h1>Community admin</h1>
          <p>For the people who look after the house. Learners log in from any page.</p>
          <LogInForm idPrefix="admin" who="admin" onLoggedIn={enter} />
          <p className={styles.note}>
            Not an admin? <a href="/?login=1">Log in to learn</a>
          </p>
        </div>
      </main>
    </div>
  )
}
