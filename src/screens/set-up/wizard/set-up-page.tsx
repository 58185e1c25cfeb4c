import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { CountryChoice } from '#people/site/settings/place-options.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { Mark } from '#ui/frame/mark.tsx'
import text from '#ui/text.module.css'
import styles from './set-up.module.css'
import { CourseStep, OwnerStep, SellerStep, SiteStep, type StepProps } from './steps.tsx'
import { type SetUpTexts, useSetUp } from './use-set-up.ts'

type Props = { countries: readonly CountryChoice[]; posters: readonly string[] }

const STEPS: readonly {
  title: string
  lead: string
  summary: (texts: SetUpTexts) => string
  Fields: (props: StepProps) => ReactNode
}[] = [
  {
    title: 'You',
    lead: 'You become the owner of this site, and log in with this address.',
    summary: ({ ownerName, email }) => `${ownerName}, ${email}`,
    Fields: OwnerStep,
  },
  {
    title: 'Your site',
    lead: 'Its name, and where it is at home.',
    summary: ({ name, timezoneId, countryCode }) =>
      [name, timezoneId.split('/').at(-1)?.replaceAll('_', ' '), countryCode].filter(Boolean).join(', '),
    Fields: SiteStep,
  },
  {
    title: 'Who sells',
    lead: 'For invoices and receipts. You can leave this for later.',
    summary: ({ sellerName, sellerAddress, sellerTaxId }) =>
      [sellerName, ...sellerAddress.split('\n'), sellerTaxId]
        .map((line) => line.trim())
        .filter(Boolean)
        .join(', ') || 'Left for later',
    Fields: SellerStep,
  },
  {
    title: 'Your first course',
    lead: 'It begins as a draft. Nobody sees it until you publish it.',
    summary: () => '',
    Fields: CourseStep,
  },
]

export function SetUpPage({ countries, posters }: Props) {
  const { phase, step, texts, fault, send, keep, open, load } = useSetUp()
  if (phase.is === 'loading') return <FormFrame title="Set up your site" lead="Checking your link…" isAlone />
  if (phase.is === 'broken') {
    return (
      <FormFrame title="This link doesn’t work" lead="A link works for 24 hours, and only the newest one does." isAlone>
        <p>
          On the server, <code>npm run u -- set-up</code> prints a new link.
        </p>
      </FormFrame>
    )
  }
  if (phase.is === 'over') {
    return (
      <FormFrame
        title="This site is set up"
        lead="If it was you, log in with your address and your passphrase."
        isAlone
      >
        <ButtonLink href="/login" size="tall" wide>
          Log in
        </ButtonLink>
      </FormFrame>
    )
  }
  if (phase.is === 'away') {
    return (
      <FormFrame title="Set up your site" lead="We couldn’t check your link." isAlone>
        <Button look="quiet" onClick={() => void load()}>
          Try again
        </Button>
      </FormFrame>
    )
  }
  if (phase.is !== 'open') return <FormFrame title="Your site is set up" lead="Opening it…" isAlone />
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Mark />
      </header>
      <main className={styles.main} id="content">
        <div className={styles.intro}>
          <h1>Set up your site</h1>
          <p>Four short steps. You can change everything later.</p>
          <div className={styles.posters} aria-hidden="true">
            {posters.map((poster) => (
              <img key={poster} src={poster} alt="" width={1200} height={750} />
            ))}
          </div>
        </div>
        <ol className={styles.steps}>
          {STEPS.map(({ title, lead, summary, Fields }, index) => (
            <li key={title} className={styles.step} aria-current={index === step ? 'step' : undefined}>
              <span className={index < step ? styles.done : styles.number} aria-hidden="true">
                {index < step ? <Check size={16} /> : index + 1}
              </span>
              <StepHeading title={title} isOpen={index === step} />
              {index < step && (
                <>
                  <p className={styles.summary}>{summary(texts)}</p>
                  <button type="button" className={styles.change} onClick={() => open(index)}>
                    Change <span className={text.unseen}>{title.toLowerCase()}</span>
                  </button>
                </>
              )}
              {index === step && (
                <div
                  className={styles.fields}
                  onInput={({ target }) => isField(target) && keep(target.name, target.value)}
                >
                  <p className={styles.lead}>{lead}</p>
                  <Fields
                    texts={texts}
                    environment={phase.environment}
                    countries={countries}
                    start={fault}
                    send={send}
                    onBack={index > 0 ? () => open(index - 1) : null}
                  />
                </div>
              )}
            </li>
          ))}
        </ol>
      </main>
    </div>
  )
}

const isField = (target: EventTarget): target is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

/** Gets the focus when its step opens, but not at the start of the page. */
function StepHeading({ title, isOpen }: { title: string; isOpen: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen && !wasOpen.current) heading.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  )
}
