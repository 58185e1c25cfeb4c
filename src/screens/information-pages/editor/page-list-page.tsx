import { ChevronRight, FileText } from 'lucide-react'
import { Link } from 'react-router'
import { INFORMATION_PAGES_PATH, SITE_SETTINGS_PATH } from '#people/site/site-settings-path.ts'
import { focusHeading } from '#ui/focus.ts'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import type { PageList } from '../wire.ts'
import styles from './information-pages.module.css'

export function PageListPage({ list: { pages, folder, mayEdit } }: { list: PageList }) {
  return (
    <>
      <header className={styles.head}>
        <Link className={text.link} to={SITE_SETTINGS_PATH}>
          Site
        </Link>
        <h1 ref={focusHeading} tabIndex={-1}>
          Information pages
        </h1>
        <p>
          {mayEdit
            ? 'The texts that every visitor can read. All are public from the start, also those that come with the program: read what they promise in your name. A change is public when you publish it.'
            : 'The texts that every visitor can read. Only an owner can change them.'}
        </p>
      </header>
      {folder !== null && <FolderNote folder={folder} />}
      <ul className={styles.list}>
        {pages.map(({ name, title, publishedAt, hasChanges }) => (
          <li key={name}>
            <FileText size={20} aria-hidden="true" />
            <div>
              <Link to={`${INFORMATION_PAGES_PATH}/${name}`}>{title}</Link>
              <p>
                {publishedAt === null ? (
                  'The text that comes with the program'
                ) : (
                  <>
                    Published <When at={publishedAt} zone="UTC" form="day-short" />
                  </>
                )}
                {hasChanges && ', with changes that are not public'}
              </p>
            </div>
            <ChevronRight size={20} aria-hidden="true" />
          </li>
        ))}
      </ul>
    </>
  )
}

export function FolderNote({ folder }: { folder: string }) {
  return (
    <p className={styles.folder} role="note">
      The server reads these pages from <code>{folder}</code>, set by <code>PAGES_DIR</code>. Change the files there.
      What is typed here would not be shown.
    </p>
  )
}
