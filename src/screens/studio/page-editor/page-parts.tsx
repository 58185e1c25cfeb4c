import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { COURSE_LISTS, HIDEABLE_PARTS, MAX_WORK_NOTE } from '#catalogue/catalog/wire/course-texts.ts'
import type { CourseDraft } from '#catalogue/drafts/wire.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorMessage, Field, SelectField, TextField } from '#ui/field.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { useUnit } from '../draft/use-unit.ts'
import { AddressList } from './address-list.tsx'
import { moveEntry } from './edit-entries.ts'
import { EntryList, LineList } from './entry-list.tsx'
import styles from './page-editor.module.css'
import {
  type About,
  type Addresses,
  changeStudentWork,
  getCalculatedText,
  getStudentWork,
  listPartTexts,
  type Page,
  type PartId,
  type StudentWork,
} from './page-fields.ts'
import { Part } from './part.tsx'
import { PhotoField } from './photo-field.tsx'
import type { PosterField as PosterFieldType } from './poster-field.tsx'
import { Removed } from './removed.tsx'
import { TrailerField } from './trailer-field.tsx'
import { UnitText } from './unit-text.tsx'

type AboutUnit = ReturnType<typeof useUnit<About>>
type PageUnit = ReturnType<typeof useUnit<Page>>
type Props = {
  draft: CourseDraft
  about: AboutUnit
  page: PageUnit
  addresses: ReturnType<typeof useUnit<Addresses>>
  /** What every field of a photo needs. */
  photos: Pick<ComponentProps<typeof PhotoField>, 'course' | 'as' | 'media' | 'onReload'>
  /** The address of another page of the course in the studio. */
  getPath: (page: string) => string
  getProfile: (slug: string) => string
  /** Shows the part in the preview. */
  onOpen: (anchor: string) => void
}

/** The script that draws is loaded when the part is opened. */
const PosterField = lazyComponent<ComponentProps<typeof PosterFieldType>>(() =>
  import('./poster-field.tsx').then((module) => module.PosterField),
)

const TITLE_LENGTH = 80
const LEVEL_LENGTH = 80
const KINDS = { course: 'Course', workshop: 'Workshop', masterclass: 'Masterclass' } as const

/** The parts of the page in the order of the page, each with its fields. */
export function PageParts({ draft, about, page, addresses, photos, getPath, getProfile, onOpen }: Props) {
  const { benefits, requirements, facts, questions, creators, title } = about.state.body
  const { works, stories } = getStudentWork(page.state.body)
  const { calculated } = draft
  // From the text as it is now: an upload ends long after the render that began it.
  const setAbout = (change: (about: About) => Partial<About>) => {
    const { body } = about.saver.getState()
    about.saver.change({ ...body, ...change(body) })
  }
  const setWork = (change: (work: StudentWork) => Partial<StudentWork>) => {
    const { body } = page.saver.getState()
    page.saver.change(changeStudentWork(body, change(getStudentWork(body))))
  }
  const aboutList = {
    isReadOnly: about.state.kept !== null,
    faults: about.state.fields,
    onSave: () => about.saver.flush(),
  }
  const pageList = {
    isReadOnly: page.state.kept !== null,
    faults: toWorkFaults(page.state.fields),
    onSave: () => page.saver.flush(),
  }
  const renderTexts = (part: PartId) =>
    listPartTexts(part).map((name) => (
      <UnitText key={name} name={name} unit={about} calculated={getCalculatedText(name, about.state.body, draft)} />
    ))
  const [isPosterOpen, setPosterOpen] = useState(false)
  const { hiddenParts } = page.state.body
  const part = (id: PartId) => {
    const hideable = HIDEABLE_PARTS.find((name) => name === id)
    const shown = hideable && {
      isShown: !hiddenParts.includes(hideable),
      isReadOnly: pageList.isReadOnly,
      onToggle: (isShown: boolean) => {
        const { body } = page.saver.getState()
        const others = body.hiddenParts.filter((name) => name !== hideable)
        page.saver.change({ ...body, hiddenParts: isShown ? others : [...others, hideable] })
        pageList.onSave()
      },
    }
    return { id, texts: renderTexts(id), onOpen, ...(shown && { shown }) }
  }
  return (
    <div className={styles.parts}>
      <Part {...part('head')} note={title || 'No title yet'}>
        <Field
          name="title"
          idPrefix="about"
          label="Title"
          value={title}
          maxLength={TITLE_LENGTH}
          readOnly={aboutList.isReadOnly}
          error={about.state.fields.title}
          beside={`${title.length} of ${TITLE_LENGTH}`}
          autoComplete="off"
          onChange={({ currentTarget }) => setAbout(() => ({ title: currentTarget.value }))}
          onBlur={aboutList.onSave}
        />
      </Part>
      <Part {...part('cover')} note={describeCover(about.state.body)}>
        <PhotoField
          {...photos}
          id="cover"
          photo={about.state.body.cover}
          hint="It replaces the poster on the page and on cards. Without one, the poster is shown."
          isReadOnly={aboutList.isReadOnly}
          fault={about.state.fields.cover}
          onChange={(update) => setAbout(({ cover }) => ({ cover: update(cover) }))}
          onSave={aboutList.onSave}
        />
      </Part>
      <Part
        {...part('poster')}
        note={about.state.body.cover ? 'The photo is shown' : 'Shown on the page and on cards'}
        onOpen={(anchor) => {
          setPosterOpen(true)
          onOpen(anchor)
        }}
      >
        {isPosterOpen && (
          <Suspense fallback={<p role="status">Loading the poster…</p>}>
            <PosterField
              images={about.state.body.images}
              isReadOnly={aboutList.isReadOnly}
              onChange={(change) => setAbout(({ images }) => ({ images: { ...images, ...change } }))}
              onSave={aboutList.onSave}
            />
          </Suspense>
        )}
      </Part>
      <Part {...part('facts')} note={facts.length > 0 ? countEntries(facts, 'fact') : 'Calculated'}>
        {facts.length === 0 && (
          <dl className={styles.calculated}>
            {calculated.facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className={styles.hint}>
          {facts.length === 0
            ? 'Calculated from the dates and lessons. Add facts of your own to replace all of them.'
            : 'Your facts replace the calculated ones. The page shows the first four, or the first three beside the number of students so far.'}
        </p>
        <EntryList
          {...aboutList}
          path="facts"
          noun="fact"
          max={COURSE_LISTS.facts.max}
          fields={[
            { name: 'label', label: 'Name', max: COURSE_LISTS.facts.label },
            { name: 'value', label: 'Value', max: COURSE_LISTS.facts.value },
          ]}
          entries={facts}
          create={() => ({ label: '', value: '' })}
          onChange={(update) => setAbout((latest) => ({ facts: [...update(latest.facts)] }))}
        />
        {!aboutList.isReadOnly && (
          <CalculatedFacts
            facts={facts}
            onChange={(next) => {
              setAbout(() => ({ facts: [...next] }))
              aboutList.onSave()
            }}
          />
        )}
      </Part>
      <Part {...part('trailer')} note={describeTrailer(page.state.body, photos.media)}>
        <TrailerField
          {...photos}
          trailer={page.state.body.trailer}
          isReadOnly={pageList.isReadOnly}
          fault={page.state.fields.trailer}
          onChange={(trailer) => {
            const { body } = page.saver.getState()
            page.saver.change({ ...body, trailer })
            pageList.onSave()
          }}
        />
      </Part>
      <Part {...part('benefits')} note={countEntries(benefits, 'point')}>
        <LineList
          {...aboutList}
          path="benefits"
          noun="point"
          max={COURSE_LISTS.benefits.max}
          maxLength={COURSE_LISTS.benefits.text}
          entries={benefits}
          onChange={(update) => setAbout((latest) => ({ benefits: [...update(latest.benefits)] }))}
        />
      </Part>
      <Part {...part('curriculum')} note={countEntries(draft.lessons, 'lesson')}>
        <p className={styles.hint}>
          The page shows the modules and lessons of your <Link to={getPath('curriculum')}>curriculum</Link>, with the{' '}
          <Link to={getPath('dates')}>dates</Link>.
        </p>
      </Part>
      <Part {...part('requirements')} note={countEntries(requirements, 'point')}>
        <LineList
          {...aboutList}
          path="requirements"
          noun="point"
          max={COURSE_LISTS.requirements.max}
          maxLength={COURSE_LISTS.requirements.text}
          entries={requirements}
          onChange={(update) => setAbout((latest) => ({ requirements: [...update(latest.requirements)] }))}
        />
      </Part>
      <Part {...part('teachers')} note={draft.teachers.map(({ name }) => name).join(', ') || 'Nobody yet'}>
        <Teachers
          slugs={creators}
          teachers={draft.teachers}
          choices={draft.teacherChoices}
          getProfile={getProfile}
          isReadOnly={aboutList.isReadOnly}
          fault={about.state.fields.creators}
          onChange={(update) => {
            setAbout((latest) => ({ creators: [...update(latest.creators)] }))
            aboutList.onSave()
          }}
        />
      </Part>
      <Part {...part('testimonials')} note={countEntries(stories, 'testimonial')}>
        <EntryList
          {...pageList}
          path="stories"
          noun="testimonial"
          max={COURSE_LISTS.stories.max}
          fields={[
            { name: 'quote', label: 'Their words', max: COURSE_LISTS.stories.quote, rows: 3 },
            { name: 'name', label: 'Name', max: COURSE_LISTS.stories.name },
            { name: 'about', label: 'Who they are', max: COURSE_LISTS.stories.about },
          ]}
          entries={stories}
          create={() => ({ quote: '', name: '', about: '' })}
          onChange={(update) => setWork((latest) => ({ stories: [...update(latest.stories)] }))}
        />
      </Part>
      <Part {...part('work')} note={countEntries(works, 'work')}>
        <WorkNote page={page} onChange={(note) => setWork(() => ({ note }))} />
        <EntryList
          {...pageList}
          path="works"
          noun="work"
          max={COURSE_LISTS.works.max}
          fields={[
            { name: 'title', label: 'Title', max: COURSE_LISTS.works.title },
            { name: 'by', label: 'Made by', max: COURSE_LISTS.works.by },
            { name: 'length', label: 'Length, such as 2:48', max: COURSE_LISTS.works.length },
          ]}
          entries={works}
          create={() => createWork(about.state.body)}
          getKey={({ seed }) => seed}
          onChange={(update) => setWork((latest) => ({ works: [...update(latest.works)] }))}
          renderMore={(work, index, change) => (
            <PhotoField
              {...photos}
              id={`work-photo-${index}`}
              photo={work.photo}
              hint="Without a photo, a drawn picture is shown."
              isReadOnly={pageList.isReadOnly}
              fault={index === 0 ? page.state.fields['studentWork.works'] : undefined}
              onChange={(update) => change((latest) => ({ ...latest, photo: update(latest.photo) }))}
              onSave={pageList.onSave}
            />
          )}
        />
      </Part>
      {draft.deliveryType === 'live' && (
        <Part {...part('dates')} note="From your dates">
          <p className={styles.hint}>
            The list of your <Link to={getPath('dates')}>dates</Link>. The next start stays beside the price.
          </p>
        </Part>
      )}
      <Part {...part('friends')} note="From the prices of the site">
        <p className={styles.hint}>
          What friends save who enrol together. Hidden, the page doesn’t advertise it, and the checkout still gives it.
          To give none, switch it off on the page <Link to={getPath('price')}>Price</Link>.
        </p>
      </Part>
      <Part {...part('questions')} note={countEntries(questions, 'question')}>
        <EntryList
          {...aboutList}
          path="questions"
          noun="question"
          max={COURSE_LISTS.questions.max}
          fields={[
            { name: 'question', label: 'Question', max: COURSE_LISTS.questions.question },
            { name: 'answer', label: 'Answer', max: COURSE_LISTS.questions.answer, rows: 3 },
          ]}
          entries={questions}
          create={() => ({ question: '', answer: '' })}
          onChange={(update) => setAbout((latest) => ({ questions: [...update(latest.questions)] }))}
        />
      </Part>
      <Part {...part('lists')} note={about.state.body.listed ? 'On the lists of the site' : 'Not on lists'}>
        <CheckField
          name="listed"
          label="Show the course on the lists of the site. Otherwise only people with its address find it"
          checked={about.state.body.listed}
          disabled={aboutList.isReadOnly}
          onChange={({ currentTarget }) => {
            setAbout(() => ({ listed: currentTarget.checked }))
            aboutList.onSave()
          }}
        />
        <SelectField
          name="kind"
          idPrefix="about"
          label="Kind"
          value={about.state.body.kind}
          disabled={aboutList.isReadOnly}
          onChange={({ currentTarget }) => {
            setAbout(() => ({ kind: currentTarget.value as About['kind'] }))
            aboutList.onSave()
          }}
        >
          {Object.entries(KINDS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
        <Field
          name="level"
          idPrefix="about"
          label="Level"
          placeholder="Such as: for beginners"
          value={about.state.body.level ?? ''}
          maxLength={LEVEL_LENGTH}
          readOnly={aboutList.isReadOnly}
          error={about.state.fields.level}
          autoComplete="off"
          onChange={({ currentTarget }) => setAbout(() => ({ level: currentTarget.value || null }))}
          onBlur={aboutList.onSave}
        />
      </Part>
      <Part {...part('addresses')} note={addresses.state.body.pages[0] ?? 'None'}>
        <AddressList unit={addresses} draft={draft} />
      </Part>
      <Part
        {...part('search')}
        note={about.state.body.sharePhoto ? 'With a picture of your own' : 'A picture is drawn'}
      >
        <PhotoField
          {...photos}
          id="share"
          photo={about.state.body.sharePhoto}
          hint="It is shown where somebody shares the page, about twice as wide as high. Without one, we draw one with the title."
          hasWords={false}
          isReadOnly={aboutList.isReadOnly}
          fault={about.state.fields.sharePhoto}
          onChange={(update) => setAbout(({ sharePhoto }) => ({ sharePhoto: update(sharePhoto) }))}
          onSave={aboutList.onSave}
        />
      </Part>
    </div>
  )
}

type FactsProps = { facts: About['facts']; onChange: (facts: About['facts']) => void }

/** Takes the typed facts away, and gives them back. */
function CalculatedFacts({ facts, onChange }: FactsProps) {
  const [cleared, setCleared] = useState<About['facts']>([])
  if (facts.length > 0)
    return (
      <Button
        look="bare"
        size="compact"
        onClick={() => {
          setCleared(facts)
          onChange([])
        }}
      >
        Use the calculated facts
      </Button>
    )
  return cleared.length > 0 && <Removed onUndo={() => onChange(cleared)}>Your facts are removed.</Removed>
}

type TeachersProps = {
  slugs: readonly string[]
  teachers: CourseDraft['teachers']
  /** Those who can be added. */
  choices: CourseDraft['teacherChoices']
  /** The address of a profile in the studio. */
  getProfile: (slug: string) => string
  isReadOnly: boolean
  fault: string | undefined
  onChange: (update: (slugs: readonly string[]) => readonly string[]) => void
}

/** In the order of the page. A course has at least one. */
function Teachers({ slugs, teachers, choices, getProfile, isReadOnly, fault, onChange }: TeachersProps) {
  const find = (slug: string) => teachers.find((teacher) => teacher.slug === slug)
  const getName = (slug: string) => [...teachers, ...choices].find((teacher) => teacher.slug === slug)?.name ?? slug
  const others = choices.filter(({ slug }) => !slugs.includes(slug))
  const [removed, setRemoved] = useState<{ slug: string; at: number } | null>(null)
  return (
    <>
      <ol className={styles.teachers}>
        {slugs.map((slug, index) => (
          <li key={slug}>
            <span>
              {getName(slug)}
              {find(slug)?.mayEdit && (
                <>
                  {' '}
                  <Link to={getProfile(slug)}>Edit the profile</Link>
                </>
              )}
            </span>
            {slugs.length > 1 && !isReadOnly && (
              <div className={styles.ways}>
                <button
                  type="button"
                  aria-label={`Move ${getName(slug)} up`}
                  disabled={index === 0}
                  onClick={() => onChange((latest) => moveEntry(latest, index, -1))}
                >
                  <ArrowUp size={18} />
                </button>
                <button
                  type="button"
                  aria-label={`Move ${getName(slug)} down`}
                  disabled={index === slugs.length - 1}
                  onClick={() => onChange((latest) => moveEntry(latest, index, 1))}
                >
                  <ArrowDown size={18} />
                </button>
                <button
                  type="button"
                  aria-label={`Remove ${getName(slug)}`}
                  onClick={() => {
                    onChange((latest) => latest.filter((one) => one !== slug))
                    setRemoved({ slug, at: index })
                  }}
                >
                  <X size={18} />
                </button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {removed && !isReadOnly && !slugs.includes(removed.slug) && (
        <Removed
          onUndo={() => {
            onChange((latest) => [...new Set(latest.toSpliced(removed.at, 0, removed.slug))])
            setRemoved(null)
          }}
        >
          {getName(removed.slug)} is no longer shown as a teacher.
        </Removed>
      )}
      {fault && <ErrorMessage>{fault}</ErrorMessage>}
      {others.length > 0 && !isReadOnly && (
        <SelectField
          name="teacher"
          idPrefix="about"
          label="Add a teacher"
          value=""
          onChange={({ currentTarget: { value } }) => onChange((latest) => [...new Set([...latest, value])])}
        >
          <option value="">Choose…</option>
          {others.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}

function WorkNote({ page: { saver, state }, onChange }: { page: PageUnit; onChange: (note: string) => void }) {
  const { note } = getStudentWork(state.body)
  return (
    <TextField
      name="note"
      idPrefix="work"
      label="A line about the works"
      rows={2}
      value={note}
      maxLength={MAX_WORK_NOTE}
      readOnly={state.kept !== null}
      error={state.fields['studentWork.note']}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => saver.flush()}
    />
  )
}

/** With a picture of its own in the course's colour. */
function createWork({ images }: About) {
  const { hue, motif } = images
  return { title: '', by: '', length: '', hue, motif, seed: crypto.randomUUID().slice(0, 8), photo: null }
}

/** `studentWork.works.0.title` → `works.0.title` */
function toWorkFaults(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, fault]) => [path.replace(/^studentWork\./, ''), fault]))
}

function describeCover({ cover }: About): string {
  if (!cover) return 'The poster is shown'
  return cover.isDecorative ? 'Only decoration' : cover.alt || 'Needs words for people who can’t see it'
}

/** A file that is gone, or not ready yet, is not shown. */
function describeTrailer({ trailer }: Page, { assets }: Props['photos']['media']): string {
  if (trailer === null) return 'Not shown: no video'
  const asset = assets.find(({ assetId }) => assetId === trailer)
  if (!asset || asset.state === 'failed') return 'Needs another video'
  return asset.state === 'ready' ? asset.filename : 'On its way'
}

function countEntries({ length }: readonly unknown[], noun: string): string {
  if (length === 0) return 'Not shown: empty'
  return length === 1 ? `1 ${noun}` : `${length} ${noun}s`
}
