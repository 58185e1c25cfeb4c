import { Search } from 'lucide-react'
import { type CatalogueFilter, formatMatchCount, isFiltering } from '#domain/catalogue-filter.ts'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import styles from './catalogue-filters.module.css'

const DELIVERIES = { '': 'All', live: 'Live online', 'on-demand': 'On demand' }
const KINDS = { '': 'All types', course: 'Course', workshop: 'Workshop', masterclass: 'Masterclass' }
const START_RANGES = { '': 'Any date', '30': 'Next 30 days', '90': 'Next 90 days' }

type Props = { filter: CatalogueFilter; resultCount: number; totalCount: number }

export function CatalogueFilters({ filter, resultCount, totalCount }: Props) {
  return (
    <search>
      <form className={styles.filters} action="/#courses" data-filter>
        <div className={styles.search}>
          <Search size={18} aria-hidden="true" />
          <label className={text.unseen} htmlFor="q">
            Search the courses
          </label>
          <input
            id="q"
            name="q"
            type="search"
            maxLength={80}
            placeholder="A subject or a name"
            defaultValue={filter.q}
            autoComplete="off"
            enterKeyHint="search"
            aria-keyshortcuts="/"
            data-slash
          />
        </div>
        <fieldset className={styles.segments}>
          <legend className={text.unseen}>Format</legend>
          {Object.entries(DELIVERIES).map(([value, label]) => (
            <label key={value}>
              <input type="radio" name="delivery" value={value} defaultChecked={value === filter.delivery} />
              {label}
            </label>
          ))}
        </fieldset>
        <Choice name="kind" label="Kind" choices={KINDS} selected={filter.kind} />
        <Choice name="when" label="Starts" choices={START_RANGES} selected={filter.when} />
        <Button type="submit" look="quiet">
          Find
        </Button>
        <p className={styles.count}>
          <output>{formatMatchCount(resultCount, totalCount)}</output>
          <a className={text.link} href="/#courses" data-clear hidden={!isFiltering(filter)}>
            Clear
          </a>
        </p>
      </form>
    </search>
  )
}

type ChoiceProps = { name: string; label: string; choices: Record<string, string>; selected: string }

function Choice({ name, label, choices, selected }: ChoiceProps) {
  return (
    <select name={name} aria-label={label} defaultValue={selected}>
      {['', ...Object.keys(choices).filter(Boolean)].map((value) => (
        <option key={value} value={value}>
          {choices[value]}
        </option>
      ))}
    </select>
  )
}
