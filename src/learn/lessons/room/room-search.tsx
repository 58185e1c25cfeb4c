import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { formatClock } from '../player/controls/format-clock.ts'
import { searchCourse } from '../wire/course.ts'
import styles from './room-search.module.css'

type Result = { lessonId: string; lessonKey: string; title: string; atSeconds: number | null; text: string }
type SearchResult = { words: string; results: Result[] }
type Props = { courseCode: string; as: SignedInAudience }

export function RoomSearch({ courseCode, as }: Props) {
  const [words, setWords] = useState('')
  const [searched, setSearched] = useState<SearchResult | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const search = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const response = await browserClient().call(searchCourse, {
      auth: as,
      params: { course: courseCode },
      query: { q: words },
    })
    setBusy(false)
    setSearched(response.error === null ? { words, results: response.data.data.results } : null)
    setFailure(response.error === null ? null : (response.fields?.q ?? response.error))
  }
  const clear = () => {
    setSearched(null)
    setFailure(null)
    setWords('')
  }
  return (
    <search className={styles.search}>
      <form onSubmit={(event) => void search(event)}>
        <label>
          <Search size={18} aria-hidden />
          <input
            type="search"
            name="q"
            aria-label="Search the lessons"
            placeholder="Search the lessons"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </label>
        <Button type="submit" look="quiet" size="compact" aria-busy={isBusy}>
          Search
        </Button>
      </form>
      {failure && <ErrorMessage>{failure}</ErrorMessage>}
      <div role="status">
        {searched && (
          <p>
            {describeCount(searched)}{' '}
            <button type="button" onClick={clear}>
              Clear
            </button>
          </p>
        )}
      </div>
      {searched && searched.results.length > 0 && <Results results={searched.results} courseCode={courseCode} />}
    </search>
  )
}

function describeCount({ words, results }: SearchResult): string {
  if (results.length === 0) return `No open lesson contains “${words}”.`
  return results.length === 1 ? '1 result found.' : `${results.length} results found.`
}

function Results({ results, courseCode }: { results: Result[]; courseCode: string }) {
  return (
    <ol>
      {results.map(({ lessonKey, title, atSeconds, text }) => (
        <li key={`${lessonKey} ${atSeconds}`}>
          <Link to={getRoomPath(courseCode, lessonKey)} state={atSeconds === null ? undefined : { atSeconds }}>
            <b>
              {title}
              {atSeconds !== null && <span>{formatClock(atSeconds)}</span>}
            </b>
            <small>{text}</small>
          </Link>
        </li>
      ))}
    </ol>
  )
}
