import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field, TextField } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import { changeEntry, insertEntry, isEmptyEntry, listEntryKeys, moveEntry, removeEntry } from './edit-entries.ts'
import styles from './page-editor.module.css'
import { Removed } from './removed.tsx'

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
  /** What stays the same while an entry is moved and edited. Without it an entry is known by its place. */
  getKey?: (entry: Entry) => string
  isReadOnly: boolean
  faults: Readonly<Record<string, string>>
  /** Changes the entries as they are at that moment, which can be newer than those of the last render. */
  onChange: (update: (entries: readonly Entry[]) => readonly Entry[]) => void
  onSave: () => void
  /** Below the fields of an entry. `change` finds the entry again, wherever it is by then. */
  renderMore?: (entry: Entry, index: number, change: (update: (entry: Entry) => Entry) => void) => ReactNode
}

type RemovedEntry<Entry> = { entry: Entry; index: number; words: string }

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
    getKey,
    isReadOnly,
    faults,
    onChange,
    onSave,
    renderMore,
  } = props
  const [removed, setRemoved] = useState<RemovedEntry<Entry> | null>(null)
  const [message, setMessage] = useState('')
  const focusId = useRef<string | null>(null)
  useEffect(() => {
    if (focusId.current) document.getElementById(focusId.current)?.focus()
    focusId.current = null
  })
  const getText = (entry: Entry, name: string) => String((entry as Record<string, unknown>)[name] ?? '')
  const nameEntry = (entry: Entry) => fields.map(({ name }) => getText(entry, name)).find(Boolean) ?? ''
  const isEmpty = (entry: Entry) =>
    isEmptyEntry(
      entry,
      fields.map(({ name }) => name),
    )
  const keys = listEntryKeys(entries, getKey)
  const getId = (index: number, name: string = fields[0]!.name) => `${path}-${index}-${name}`

  function change(update: (entries: readonly Entry[]) => readonly Entry[], focus: string | null, words: string): void {
    focusId.current = focus
    setMessage(words)
    onChange(update)
  }

  function update(index: number, edit: (entry: Entry) => Entry): void {
    const key = keys[index]!
    onChange((latest) => changeEntry(latest, key, edit, getKey))
  }

  function add(index: number): void {
    const entry = create()
    if (entries.length < max) change((latest) => insertEntry(latest, index, entry), getId(index), '')
    else setMessage(`There is room for ${max} at most.`)
  }

  function remove(index: number): void {
    const entry = entries[index]!
    const words = nameEntry(entry) || `${noun} with a photo`
    const left = entries.length - 1
    const focus = left === 0 ? `${path}-add` : getId(Math.min(Math.max(0, index - 1), left - 1))
    if (!isEmpty(entry)) setRemoved({ entry, index, words })
    change((latest) => removeEntry(latest, index), focus, isEmpty(entry) ? '' : `Removed: ${words}`)
    onSave()
  }

  function undo(): void {
    if (!removed || entries.length >= max) return
    const index = Math.min(removed.index, entries.length)
    setRemoved(null)
    change((latest) => insertEntry(latest, index, removed.entry), getId(index), `Restored: ${removed.words}`)
    onSave()
  }

  function move(index: number, step: -1 | 1, name?: string): void {
    if (moveEntry(entries, index, step) === entries) return
    // The buttons move with their entry, and a button at the end of the list cannot be focused.
    change(
      (latest) => moveEntry(latest, index, step),
      getId(index + step, name),
      `Moved to ${index + step + 1} of ${entries.length}`,
    )
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
    if (key === 'Backspace' && isEmpty(entries[index]!)) {
      event.preventDefault()
      // A key that is held down empties one entry, and does not go on with the others.
      if (!event.repeat) remove(index)
    }
  }

  return (
    <div className={styles.list}>
      {entries.length > 0 && (
        <ol>
          {entries.map((entry, index) => (
            <li key={keys[index]}>
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
                        update(index, (latest) => ({ ...latest, [name]: currentTarget.value }))
                      }
                      onKeyDown={(event: KeyboardEvent) => press(event, index, field)}
                      onBlur={onSave}
                    />
                  )
                })}
                {renderMore?.(entry, index, (edit) => update(index, edit))}
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
        <Removed isFull={entries.length >= max} onUndo={undo}>
          Removed “<span>{removed.words}</span>”.
        </Removed>
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
  onChange: (update: (entries: readonly string[]) => readonly string[]) => void
}

const toEntries = (lines: readonly string[]) => lines.map((line) => ({ text: line }))

/** A list of single texts. */
export function LineList({ entries, maxLength, onChange, ...props }: LineProps) {
  const { noun } = props
  return (
    <EntryList
      {...props}
      fields={[{ name: 'text', label: 'Text', max: maxLength }]}
      entries={toEntries(entries)}
      create={() => ({ text: '' })}
      onChange={(update) =>
        onChange((lines) => update(toEntries(lines)).map((entry) => entry.text.replaceAll('\n', ' ')))
      }
      noun={noun}
    />
  )
}
