/** An editor's browser with the studio's own saver, which types into two units, loses its connection and is closed at any moment. */
import { createUnitSaver, type SaveAnswer, type Unit, type UnitSaver } from '#screens/studio/draft/unit-saver.ts'
import type { Random } from '../../support/random.ts'
import { type Answer, get, untilAnswered } from '../../world/buyer.ts'
import { pause } from '../installation.ts'

export const UNITS = ['about', 'page'] as const
export type UnitName = (typeof UNITS)[number]
export type Body = Record<string, unknown>
/** A save that the server has acknowledged, and the text of the version that it replaced, as this editor knew it. */
type Acknowledged = { unit: UnitName; version: number; text: string; base: string; baseText: string | undefined }
export type EditorRecord = {
  name: string
  acknowledged: Acknowledged[]
  /** Answers by kind. */
  answers: Record<string, number>
  conflicts: number
  /** Times that the browser was closed with text that was not saved, and offered that text again. */
  offered: number
  faults: string[]
}
type Site = { url: string; courseCode: string; random: Random; onSaved(): void }
type Editor = { site: Site; record: EditorRecord; headers: Record<string, string>; isOffline: boolean }

const KEY = 'kept'
/** The studio waits for seconds where people type. Here nobody waits. */
const FASTER = 40

/** The text that the editors change, in one order of its fields. */
export function toText(unit: UnitName, body: Body): string {
  const { promise, sectionTitle, duration, studentWork } = body as Record<string, string> & { studentWork: unknown }
  return unit === 'about' ? JSON.stringify([promise, sectionTitle, duration]) : readNote(studentWork)
}

const readNote = (work: unknown): string => (work as { note: string } | null)?.note ?? ''

function type(unit: UnitName, body: Body, words: string, random: Random): Body {
  if (unit === 'about') return { ...body, [random.pick(['promise', 'sectionTitle', 'duration'])]: words }
  const { studentWork } = body as { studentWork: object | null }
  return { ...body, studentWork: { works: [], stories: [], ...studentWork, note: words } }
}

/** Types until `hasNext` says no, then saves what is left. */
export async function edit(
  site: Site,
  record: EditorRecord,
  headers: Record<string, string>,
  hasNext: () => boolean,
): Promise<void> {
  const editor: Editor = { site, record, headers, isOffline: false }
  const tabs = await Promise.all(UNITS.map((unit) => openTab(editor, unit, new Map(), new Map())))
  const { random } = site
  for (let number = 1; hasNext(); number++) {
    const at = Math.floor(random.next() * tabs.length)
    const tab = tabs[at]!
    resolve(tab, record, random)
    tab.saver.change(type(tab.unit, tab.saver.getState().body, `${record.name} ${number}`, random))
    if (random.chance(0.7)) tab.saver.flush()
    if (random.chance(0.05)) editor.isOffline = !editor.isOffline
    if (random.chance(0.04)) {
      editor.isOffline = false
      tabs[at] = await reopen(editor, tab)
    }
    await pause(30 * random.next())
  }
  editor.isOffline = false
  for (const tab of tabs) await saveAll(tab, record, random)
}

type Tab = {
  unit: UnitName
  saver: UnitSaver<Body>
  storage: Map<string, string>
  known: Map<number, string>
  close(): void
}

/** `known`: the texts of the versions that the person has read. */
async function openTab(
  editor: Editor,
  unit: UnitName,
  storage: Map<string, string>,
  known: Map<number, string>,
): Promise<Tab> {
  const { url, courseCode } = editor.site
  const path = `/api/v1/studio/courses/${courseCode}/units/${unit}`
  const loaded = await untilAnswered(() => get(url, path, editor.headers))
  if (loaded.status !== 200) throw new Error(`${unit}: ${JSON.stringify(loaded)}`)
  const start = loaded.body.data as Unit<Body>
  known.set(start.version, toText(unit, start.body))
  let isClosed = false
  const saver = createUnitSaver<Body>(start, {
    async send(sent) {
      const answer = editor.isOffline ? LOST : await save(editor, path, sent)
      // Nobody hears of the answer to a closed tab.
      if (isClosed) return new Promise(() => {})
      note(editor, unit, known, sent, answer)
      return answer
    },
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    key: KEY,
    now: Date.now,
    schedule(callback, milliseconds) {
      const timer = setTimeout(() => !isClosed && callback(), milliseconds / FASTER)
      return () => clearTimeout(timer)
    },
  })
  return { unit, saver, storage, known, close: () => (isClosed = true) }
}

const LOST = { kind: 'lost' } as const

async function save({ site, headers }: Editor, path: string, unit: Unit<Body>): Promise<SaveAnswer<Body>> {
  const response = await fetch(site.url + path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(unit),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null)
  const body = await response?.json().catch(() => null)
  if (!response || !body) return LOST
  if (response.status === 200) return { kind: 'saved', version: body.data.version }
  if (body.errorCode === 'VERSION_CONFLICT') return { kind: 'conflict', conflict: body.data }
  return { kind: 'failed', message: `${response.status} ${(body as Answer['body']).errorCode}` }
}

function note(
  { site, record }: Editor,
  unit: UnitName,
  known: Map<number, string>,
  sent: Unit<Body>,
  answer: SaveAnswer<Body>,
): void {
  const kind = answer.kind === 'failed' ? answer.message : answer.kind
  record.answers[kind] = (record.answers[kind] ?? 0) + 1
  if (answer.kind === 'conflict') {
    record.conflicts++
    known.set(answer.conflict.version, toText(unit, answer.conflict.body))
  }
  if (answer.kind !== 'saved') return
  const text = toText(unit, sent.body)
  const base = `${unit} ${sent.version}`
  record.acknowledged.push({ unit, version: answer.version, text, base, baseText: known.get(sent.version) })
  known.set(answer.version, text)
  site.onSaved()
}

/** As a person does who sees both texts, or their own of before. */
function resolve({ saver }: Tab, { faults, name }: EditorRecord, random: Random): void {
  const { conflict, kept } = saver.getState()
  if (kept) {
    if (random.chance(0.8)) saver.restoreKept()
    else saver.discardKept()
  }
  if (!conflict) return
  if (!conflict.body) faults.push(`${name} saw a conflict without the other text`)
  if (random.chance(0.5)) saver.keepMine()
  else saver.takeTheirs()
}

/** Closes the tab, and opens it again: text that was not acknowledged is offered, unless the server has it. */
async function reopen(editor: Editor, tab: Tab): Promise<Tab> {
  const { record } = editor
  const { status, body } = tab.saver.getState()
  if (status === 'saved') checkSaved(tab, record)
  tab.close()
  const text = toText(tab.unit, body)
  const next = await openTab(editor, tab.unit, tab.storage, tab.known)
  const { kept, body: loaded } = next.saver.getState()
  if (status === 'saved') return next
  const offered = kept ? toText(tab.unit, kept.body) : toText(tab.unit, loaded)
  if (offered !== text) record.faults.push(`${record.name} typed ${text}, and was offered ${offered}`)
  if (kept) record.offered++
  return next
}

const SAVED_WITHIN_MS = 120_000

async function saveAll(tab: Tab, record: EditorRecord, random: Random): Promise<void> {
  const deadline = Date.now() + SAVED_WITHIN_MS
  while (tab.saver.getState().status !== 'saved' || tab.saver.getState().kept) {
    if (Date.now() > deadline) {
      const { status, message } = tab.saver.getState()
      record.faults.push(`${record.name} could not save the unit ${tab.unit}: ${status} ${message}`)
      return
    }
    resolve(tab, record, random)
    tab.saver.flush()
    await pause(30)
  }
  checkSaved(tab, record)
}

/** A tab that says `saved` shows the text of its version, as the server has acknowledged, loaded or shown it. */
function checkSaved({ unit, saver, known }: Tab, { faults, name }: EditorRecord): void {
  const shown = toText(unit, saver.getState().body)
  const saved = known.get(saver.getVersion())
  if (shown !== saved) faults.push(`${name} was told that ${shown} is saved, and the server has ${saved}`)
}
