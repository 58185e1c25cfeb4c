import { ArrowDown, ArrowUp, Plus, Undo2, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field, TextField } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import { insertEntry, moveEntry, removeEntry, replaceEntry } from './edit-entries.ts'
import styles from './page-editor.module.css'

export type EntryField<Entry> = {
  name: keyof Entry & string
  label: string
  max: number
  /** More than one line: Enter makes a new line there. */
  rows?: number
}

type Props<Entry> = {
  /** Of the list within its unit: `questions`. Faults of its fields begin with it. */
  path: string
  /** `question`, for labels. */
  noun: string
  article?: 'a' | 'an'
  fields: readonly EntryField<Entry>[]
  entries: readonly Entry[]
  max: number
  create: () => Entry
  isReadOnly: boolean
  faults: Readonly<Record<string, string>>
  onChange: (entries: Entry[]) => void
  onSave: () => void
  /** Below the fields of an entry. */
  renderMore?: (entry: Entry, index: number, onChange: (entry: Entry) => void) => ReactNode
}

type Removed<Entry> = { entry: Entry; index: number; words: string }

/** A list of texts: Enter adds the next entry, ⌫ in an empty one removes it, and Alt with an arrow key moves it. */
export function EntryList<Entry extends object>(props: Props<Entry>) {
  const {
    path,
    noun,
    article = 'a',
    fields,
    entries,
    max,
    create,
    isReadOnly,
    faults,
    onChange,
    onSave,
    renderMore,
  } = props
  const [removed, setRemoved] = useState<Removed<Entry> | null>(null)
  const [message, setMessage] = useState('')
  const focusId = useRef<string | null>(null)
  useEffect(() => {
    if (focusId.current) document.getElementById(focusId.current)?.focus()
    focusId.current = null
  })
  const getText = (entry: Entry, name: string) => String((entry as Record<string, unknown>)[name] ?? '')
  const nameEntry = (entry: Entry) => fields.map(({ name }) => getText(entry, name)).find(Boolean) ?? ''
  const getId = (index: number, name: string = fields[0]!.name) => `${path}-${index}-${name}`

  function change(next: readonly Entry[], focus: string | null, words: string): void {
    focusId.current = focus
    setMessage(words)
    onChange([...next])
  }

  function add(index: number): void {
    if (entries.length < max) change(insertEntry(entries, index, create()), getId(index), '')
    else setMessage(`There is room for ${max} at most.`)
  }

  function remove(index: number): void {
    const entry = entries[index]!
    const words = nameEntry(entry)
    const left = entries.length - 1
    const focus = left === 0 ? `${path}-add` : getId(Math.min(Math.max(0, index - 1), left - 1))
    setRemoved(words ? { entry, index, words } : null)
    change(removeEntry(entries, index), focus, words ? `Removed: ${words}` : '')
    onSave()
  }

  function undo(): void {
    if (!removed) return
    const index = Math.min(removed.index, entries.length)
    setRemoved(null)
    change(insertEntry(entries, index, removed.entry), getId(index), `Restored: ${removed.words}`)
    onSave()
  }

  function move(index: number, step: -1 | 1, name?: string): void {
    const next = moveEntry(entries, index, step)
    if (next === entries) return
    // The buttons move with their entry, and a button at the end of the list cannot be focused.
    change(next, getId(index + step, name), `Moved to ${index + step + 1} of ${entries.length}`)
    onSave()
  }

  function press(event: KeyboardEvent, index: number, field: EntryField<Entry>): void {
    const { key, altKey, nativeEvent } = event
    if (isReadOnly || nativeEvent.isComposing) return
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault()
      move(index, key === 'ArrowUp' ? -1 : 1, field.name)
    }
    if (key === 'Enter' && !field.rows) {
      event.preventDefault()
      const after = fields[fields.indexOf(field) + 1]
      if (after) document.getElementById(getId(index, after.name))?.focus()
      else add(index + 1)
    }
    if (key === 'Backspace' && nameEntry(entries[index]!) === '') {
      event.preventDefault()
      remove(index)
    }
  }

  return (
    <div className={styles.list}>
      {entries.length > 0 && (
        <ol>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place.
            <li key={index}>
              <div className={styles.entry}>
                {fields.map((field) => {
                  const { name, label, max: maxLength, rows } = field
                  const Control = rows || fields.length === 1 ? TextField : Field
                  return (
                    <Control
                      key={name}
                      name={name}
                      idPrefix={`${path}-${index}`}
                      label={
                        <>
                          <span className={fields.length === 1 ? text.unseen : undefined}>{label}</span>
                          <span className={text.unseen}>
                            {' '}
                            of {noun} {index + 1}
                          </span>
                        </>
                      }
                      {...(Control === TextField && { rows: rows ?? 1 })}
                      value={getText(entry, name)}
                      maxLength={maxLength}
                      readOnly={isReadOnly}
                      error={
                        faults[`${path}.${index}.${name}`] ??
                        (fields[0] === field ? faults[`${path}.${index}`] : undefined)
                      }
                      autoComplete="off"
                      onChange={({ currentTarget }: { currentTarget: { value: string } }) =>
                        onChange([...replaceEntry(entries, index, { ...entry, [name]: currentTarget.value })])
                      }
                      onKeyDown={(event: KeyboardEvent) => press(event, index, field)}
                      onBlur={onSave}
                    />
                  )
                })}
                {renderMore?.(entry, index, (next) => onChange([...replaceEntry(entries, index, next)]))}
              </div>
              {!isReadOnly && (
                <div className={styles.ways}>
                  <button
                    type="button"
                    aria-label={`Move ${noun} ${index + 1} up`}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  >
                    <ArrowUp size={18} />
                  </button>
                  <button
                    type="button"
                    aria-label={`Move ${noun} ${index + 1} down`}
                    disabled={index === entries.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <ArrowDown size={18} />
                  </button>
                  <button type="button" aria-label={`Remove ${noun} ${index + 1}`} onClick={() => remove(index)}>
                    <X size={18} />
                  </button>
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {removed && (
        <div className={styles.removed}>
          <p>
            Removed “<span>{removed.words}</span>”.
          </p>
          <Button look="bare" size="compact" onClick={undo}>
            <Undo2 size={16} /> Undo
          </Button>
        </div>
      )}
      {faults[path] && <p className={styles.fault}>{faults[path]}</p>}
      {!isReadOnly && (
        <div className={styles.foot}>
          <Button id={`${path}-add`} look="quiet" size="compact" onClick={() => add(entries.length)}>
            <Plus size={18} /> Add {article} {noun}
          </Button>
          <span>
            {entries.length} of {max}
          </span>
        </div>
      )}
      <p role="status" className={text.unseen}>
        {message}
      </p>
    </div>
  )
}

type LineProps = Omit<Props<{ text: string }>, 'fields' | 'entries' | 'create' | 'onChange'> & {
  entries: readonly string[]
  maxLength: number
  onChange: (entries: string[]) => void
}

/** A list of single texts. */
export function LineList({ entries, maxLength, onChange, ...props }: LineProps) {
  const { noun } = props
  return (
    <EntryList
      {...props}
      fields={[{ name: 'text', label: 'Text', max: maxLength }]}
      entries={entries.map((line) => ({ text: line }))}
      create={() => ({ text: '' })}
      onChange={(next) => onChange(next.map((entry) => entry.text.replaceAll('\n', ' ')))}
      noun={noun}
    />
  )
}
