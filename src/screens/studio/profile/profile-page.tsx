import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import { type ProfileView, saveProfile } from '#catalogue/profiles/wire.ts'
import { browserClient } from '#http/client.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { ErrorMessage, Field, Optional, TextField } from '#ui/field.tsx'
import { focusHeading } from '#ui/focus.ts'
import { SaveBar } from '#ui/layout/save-bar.tsx'
import { getStudioPath } from '../frame/studio-path.ts'
import { LineList } from '../page-editor/entry-list.tsx'
import styles from './profile.module.css'
import { type ChosenPhoto, ProfilePhoto } from './profile-photo.tsx'

type Props = { profile: ProfileView; session: AppSession }
type Values = Pick<ProfileView, 'name' | 'initials' | 'pageSlug' | 'quote' | 'biography' | 'links'> & {
  photo: ChosenPhoto | null
}

const MAX_LINKS = 5
const LENGTHS = { name: 80, initials: 3, pageSlug: 60, quote: 300, biography: 4000, link: 200 }

function toValues({ name, initials, pageSlug, quote, biography, links, photo }: ProfileView): Values {
  const chosen = photo && { assetId: photo.assetId, focalX: photo.focalX, focalY: photo.focalY }
  return { name, initials, pageSlug, quote, biography, links, photo: chosen }
}

/** How courses show a teacher. It counts at once, so it has a Save button. */
export function ProfilePage({ profile, session }: Props) {
  const { values, set, discard, isDirty, isBusy, isSaved, faults, error, save } = useProfileForm(profile, session)
  const [query] = useSearchParams()
  const course = /^[A-Z0-9]{2,12}$/i.exec(query.get('course') ?? '')?.[0]
  const listFaults = Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => [/^links\.\d+$/.test(path) ? `${path}.text` : path, fault]),
  )
  const onText = (name: 'name' | 'initials' | 'pageSlug' | 'quote' | 'biography') => ({
    name,
    idPrefix: 'profile',
    value: values[name],
    maxLength: LENGTHS[name],
    error: faults[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [name]: currentTarget.value }),
  })
  return (
    <>
      <header className={styles.head}>
        <Link to={course ? getStudioPath(session, course, 'page') : getStudioPath(session)}>
          <ArrowLeft size={18} /> {course ? 'Page of the course' : 'Studio'}
        </Link>
        <h1 ref={focusHeading} tabIndex={-1}>
          {profile.name}
        </h1>
        <p>How your courses show you. What you save is public at once, also on courses that are published.</p>
      </header>
      <form className={styles.form} onSubmit={(event) => void save(event)}>
        {error && <ErrorMessage>{error}</ErrorMessage>}
        <ProfilePhoto
          profile={profile}
          photo={values.photo}
          initials={values.initials}
          fault={faults.photo}
          as={session.as}
          onChange={(photo) => set({ photo })}
        />
        <Field {...onText('name')} label="Name" required />
        <Field {...onText('initials')} label="Initials" hint="Shown where there is no photo." required />
        <Field
          {...onText('pageSlug')}
          label="Address of the page"
          hint={`The page is at ${location.host}/creators/${values.pageSlug}. Former addresses lead to it.`}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextField {...onText('quote')} label={<Optional>In your own words</Optional>} rows={2} />
        <TextField
          {...onText('biography')}
          label={<Optional>Biography</Optional>}
          hint="An empty line begins a new paragraph."
          rows={6}
        />
        <section aria-labelledby="links">
          <h2 id="links">Links</h2>
          <LineList
            path="links"
            noun="link"
            max={MAX_LINKS}
            maxLength={LENGTHS.link}
            entries={values.links}
            isReadOnly={false}
            faults={listFaults}
            onChange={(update) => set({ links: [...update(values.links)] })}
            onSave={() => {}}
          />
        </section>
        <SaveBar
          isDirty={isDirty}
          isBusy={isBusy}
          onDiscard={discard}
          status={isSaved ? 'Saved. It’s public now.' : null}
        />
      </form>
    </>
  )
}

function useProfileForm(profile: ProfileView, session: AppSession) {
  const [values, setValues] = useState(() => toValues(profile))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const sent = useRef<Values | null>(null)
  const { revalidate } = useRevalidator()
  const isDirty = JSON.stringify(values) !== JSON.stringify(toValues(profile))
  // What was saved comes back as the server stored it, unless somebody types on.
  useEffect(() => {
    const saved = toValues(profile)
    setValues((current) => (current === sent.current ? saved : current))
  }, [profile])

  const set = (change: Partial<Values>) => {
    setSaved(false)
    setValues((before) => ({ ...before, ...change }))
  }
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy || !isDirty) return
    setBusy(true)
    sent.current = values
    const response = await browserClient().call(saveProfile, {
      auth: session.as,
      params: { slug: profile.slug },
      body: { ...values, links: values.links.filter((link) => link.trim() !== ''), version: profile.version },
    })
    const fields = response.error === null ? {} : (response.fields ?? {})
    setFaults(fields)
    setError(response.error !== null && Object.keys(fields).length === 0 ? response.error : null)
    if (response.error === null) await revalidate()
    setSaved(response.error === null)
    setBusy(false)
  }
  const discard = () => {
    setFaults({})
    setError(null)
    setValues(toValues(profile))
  }
  return { values, set, discard, isDirty, isBusy, isSaved, faults, error, save }
}

export function NoProfile({ session }: { session: AppSession }) {
  return (
    <header className={styles.head}>
      <h1>Profile not found</h1>
      <p>
        It doesn’t exist, or it’s not yours. <Link to={getStudioPath(session)}>Your courses</Link>
      </p>
    </header>
  )
}
