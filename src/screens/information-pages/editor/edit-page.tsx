import { ExternalLink } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { INFORMATION_LENGTHS, type InformationBody } from '#domain/site/information-body.ts'
import { browserClient } from '#http/client.ts'
import { INFORMATION_PAGES_PATH } from '#people/site/site-settings-path.ts'
import { prefersMarkdown, setMarkdownPreference } from '#screens/studio/browser/text-preference.ts'
import { ConflictDialog } from '#screens/studio/draft/conflict-dialog.tsx'
import { KeptText } from '#screens/studio/draft/kept-text.tsx'
import { SaveStatus } from '#screens/studio/draft/save-status.tsx'
import { useReloadAfterSave } from '#screens/studio/draft/use-reload-after-save.ts'
import { canOutlivePage, toSaveAnswer, useUnit } from '#screens/studio/draft/use-unit.ts'
import type { TextEditorProps } from '#screens/studio/text-editor/use-editor.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorMessage, Field, Optional, SuccessMessage, TextField } from '#ui/field.tsx'
import { focusHeading } from '#ui/focus.ts'
import { Dialog } from '#ui/layout/dialog.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import text from '#ui/text.module.css'
import { type PageView, publishPage, resetPage, savePage } from '../wire.ts'
import styles from './information-pages.module.css'
import { FolderNote } from './page-list-page.tsx'

const TextEditor = lazyComponent<TextEditorProps>(
  async () => (await import('#screens/studio/text-editor/text-editor.tsx')).TextEditor,
)

type Props = { view: PageView; personId: string }

/** The texts of an information page. They save themselves, and are public once they are published. */
export function EditPage({ view, personId }: Props) {
  const params = { page: view.name }
  const { saver, state } = useUnit<InformationBody>(
    { course: 'site', unit: `page:${view.name}`, personId, as: 'admin' },
    view,
    async ({ version, body }, isLeaving) =>
      toSaveAnswer(
        await browserClient({ keepalive: canOutlivePage(body, isLeaving) }).call(savePage, {
          auth: 'admin',
          params,
          body: { version, body },
        }),
      ),
  )
  useReloadAfterSave(state.savedAt)
  const { body, fields } = state
  const mayEdit = view.mayEdit && view.folder === null
  const change = (changed: Partial<InformationBody>) => saver.change({ ...saver.getState().body, ...changed })
  const onLine = (name: Exclude<keyof InformationBody, 'text'>) => ({
    name,
    idPrefix: 'page',
    value: body[name],
    maxLength: INFORMATION_LENGTHS[name],
    error: fields[`body.${name}`],
    readOnly: !mayEdit,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
    onBlur: () => saver.flush(),
  })
  return (
    <>
      <header className={styles.head}>
        <Link className={text.link} to={INFORMATION_PAGES_PATH}>
          Information pages
        </Link>
        <div className={styles.title}>
          <h1 ref={focusHeading} tabIndex={-1}>
            {body.title || 'Information page'}
          </h1>
          <div className={styles.actions}>
            <SaveStatus states={[state]} onRetry={() => saver.flush()} />
            <ButtonLink look="quiet" size="compact" href={`/${view.name}`} target="_blank">
              <ExternalLink size={18} /> Open the page
            </ButtonLink>
          </div>
        </div>
      </header>
      {view.folder !== null && <FolderNote folder={view.folder} />}
      <KeptText saver={saver} kept={state.kept} />
      <div className={styles.fields}>
        <Field {...onLine('title')} label="Title" hint="In the tab and in search results." />
        <Field {...onLine('heading')} label={<Optional>Heading</Optional>} hint="Above the page. Empty: the title." />
        <TextField {...onLine('lead')} label="Sentence below the heading" rows={2} />
        <TextField {...onLine('description')} label="Description for search engines" rows={2} />
      </div>
      <PageText
        source={body.text}
        error={fields['body.text']}
        mayEdit={mayEdit}
        personId={personId}
        onChange={(markdown) => change({ text: markdown })}
        onBlur={() => saver.flush()}
      />
      {mayEdit && <PublishBar view={view} saver={saver} isSaved={state.status === 'saved'} />}
      <ConflictDialog
        saver={saver}
        state={state}
        listTexts={(texts) => [
          ['Title', texts.title],
          ['Heading', texts.heading],
          ['Sentence', texts.lead],
          ['Description', texts.description],
          ['Text', texts.text],
        ]}
      />
    </>
  )
}

type TextProps = Pick<TextEditorProps, 'source' | 'mayEdit' | 'onChange' | 'onBlur'> & {
  error: string | undefined
  personId: string
}

function PageText({ source, error, mayEdit, personId, onChange, onBlur }: TextProps) {
  const [isMarkdown, setMarkdown] = useState(() => prefersMarkdown(personId))
  const [fault, setFault] = useState<string | null>(null)
  function choose(markdown: boolean): void {
    setMarkdownPreference(personId, markdown)
    setMarkdown(markdown)
  }
  return (
    <section className={styles.text} aria-label="Text">
      <div className={styles.title}>
        <h2>Text</h2>
        {mayEdit && (
          <Button look="bare" size="compact" onClick={() => choose(!isMarkdown)}>
            {isMarkdown ? 'Write as it looks' : 'Write as Markdown'}
          </Button>
        )}
      </div>
      {mayEdit && (
        <p className={styles.note}>
          Words in braces, such as <code>{'{seller}'}</code> or <code>{'{support}'}</code>, stand for what the site
          knows. If you delete one, that fact is missing on the page. <code>{'{#who}'}</code> behind a heading is the
          end of its link.
        </p>
      )}
      {isMarkdown ? (
        <TextField
          name="markdown"
          idPrefix="page"
          label="Text, as Markdown"
          value={source}
          rows={24}
          maxLength={INFORMATION_LENGTHS.text}
          readOnly={!mayEdit}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={onBlur}
        />
      ) : (
        <Suspense fallback={<div className={styles.wait} role="status" aria-label="Loading the text" />}>
          <TextEditor
            label="Text"
            isPage
            source={source}
            mayEdit={mayEdit}
            onChange={onChange}
            onBlur={onBlur}
            getFilename={() => null}
            loadPicture={async () => null}
            onPicture={async () => {
              setFault('These pages have no pictures.')
              return null
            }}
            onEmbed={async () => false}
          />
        </Suspense>
      )}
      {(error ?? fault) && <ErrorMessage>{error ?? fault}</ErrorMessage>}
    </section>
  )
}

/** Also after the answer to an earlier press was lost. */
const CHANGED_MEANWHILE = 'This page was changed or published meanwhile. Please look at it again.'

type BarProps = { view: PageView; saver: { flush: () => void; getVersion: () => number }; isSaved: boolean }

function PublishBar({ view, saver, isSaved }: BarProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function run(endpoint: typeof publishPage | typeof resetPage, words: string): Promise<void> {
    setBusy(true)
    setDone(null)
    const version = saver.getVersion()
    const response = await browserClient().call(endpoint, {
      auth: 'admin',
      params: { page: view.name },
      body: { version },
    })
    const isStale = response.errorCode === 'DRAFT_CHANGED'
    if (response.error === null) setDone(words)
    if (response.error === null || isStale) await revalidate()
    setError(isStale ? CHANGED_MEANWHILE : response.error && (response.fields?.text ?? response.error))
    setBusy(false)
  }
  const hasChanges = view.hasChanges || !isSaved || saver.getVersion() !== view.version
  return (
    <div className={styles.bar}>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      {done && isSaved && <SuccessMessage>{done}</SuccessMessage>}
      <div className={styles.actions}>
        <Button
          size="compact"
          aria-busy={isBusy}
          aria-disabled={!hasChanges || !isSaved}
          onClick={() => hasChanges && isSaved && !isBusy && void run(publishPage, 'Published.')}
        >
          Publish
        </Button>
        {(view.publishedAt !== null || hasChanges) && (
          <Button look="quiet" size="compact" onClick={() => dialog.current?.showModal()}>
            Reset
          </Button>
        )}
        <p role="status">{hasChanges ? 'Your changes are not public yet.' : 'Everything here is public.'}</p>
      </div>
      <Dialog
        ref={dialog}
        title="Go back to the text that comes with the program?"
        actions={
          <>
            <Button
              type="submit"
              look="danger"
              onClick={() => void run(resetPage, 'The text that comes with the program is public.')}
            >
              Reset
            </Button>
            <Button type="submit" look="quiet">
              Keep my text
            </Button>
          </>
        }
      >
        <p>Your text of this page is deleted, also what is public of it. Copy it first if you need it again.</p>
      </Dialog>
    </div>
  )
}
