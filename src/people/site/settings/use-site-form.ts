import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { SITE_SETTINGS, type SiteSetting, type SiteSettings } from '#domain/site/site.ts'
import { browserClient } from '#http/client.ts'
import { readSite, type SiteView, saveSite } from '../wire.ts'

type Values = Readonly<Record<SiteSetting, string>>
/** The texts, those that they began with, and the version of those: a reload beneath typed texts changes none of them. */
type Loaded = { values: Values; base: Values; version: number }
type Stored = Pick<SiteView, 'settings' | 'version'>

const toValues = (settings: SiteSettings): Values =>
  Object.fromEntries(SITE_SETTINGS.map((setting) => [setting, settings[setting] ?? ''])) as Values

const load = (view: Stored): Loaded => {
  const values = toValues(view.settings)
  return { values, base: values, version: view.version }
}

const areEqual = (one: Values, other: Values) => SITE_SETTINGS.every((setting) => one[setting] === other[setting])

/** After a save. What was sent is stored, also if somebody types on. */
export const acceptSaved = (current: Loaded, sent: Values, version: number): Loaded => ({
  ...current,
  base: sent,
  version,
})

/** Shows the texts as the server stored them, unless somebody types on. */
export const showStored = (current: Loaded, sent: Values | null, view: Stored): Loaded =>
  current.values === sent || areEqual(current.values, current.base) ? load(view) : current

/** The other texts, except where somebody has typed, also while they were loaded. */
export const takeOver = ({ values, base }: Loaded, theirs: Values, version: number): Loaded => {
  const typed = SITE_SETTINGS.filter((setting) => values[setting] !== base[setting])
  return {
    values: { ...theirs, ...Object.fromEntries(typed.map((setting) => [setting, values[setting]])) },
    base: theirs,
    version,
  }
}

/** A change that somebody else saved meanwhile. `settings`: those that both have changed, with the other text. */
export type Conflict = { by: string | null; at: string | null; settings: { setting: SiteSetting; theirs: string }[] }

/** The settings as they would be stored. */
export const toSettings = (values: Values): SiteSettings =>
  Object.fromEntries(SITE_SETTINGS.map((setting) => [setting, values[setting].trim() || null])) as SiteSettings

export function useSiteForm(view: SiteView) {
  const [{ values, base, version }, setLoaded] = useState(() => load(view))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef<Values | null>(null)
  const { revalidate } = useRevalidator()
  const isDirty = !areEqual(values, base)
  useEffect(() => {
    setLoaded((current) => showStored(current, sent.current, view))
  }, [view])

  const set = (setting: SiteSetting, text: string) => {
    setSaved(false)
    setLoaded((before) => ({ ...before, values: { ...before.values, [setting]: text } }))
  }
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy || !isDirty) return
    setBusy(true)
    sent.current = values
    const response = await browserClient().call(saveSite, { auth: 'admin', body: { version, ...values } })
    const fields = response.error === null ? {} : (response.fields ?? {})
    setFaults(fields)
    const isResolved = response.errorCode === 'VERSION_CONFLICT' && (await takeTheirs())
    if (!isResolved) setConflict(null)
    setError(response.error !== null && Object.keys(fields).length === 0 && !isResolved ? response.error : null)
    if (response.error === null) {
      const { version: stored } = response.data.data
      setLoaded((current) => acceptSaved(current, values, stored))
      await revalidate()
    } else sent.current = null
    setSaved(response.error === null)
    setBusy(false)
    const first = SITE_SETTINGS.find((setting) => fields[setting])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  /** Takes over what somebody else has saved, except where this person has typed. Saving again keeps what they typed. */
  async function takeTheirs(): Promise<boolean> {
    const response = await browserClient().call(readSite, { auth: 'admin' })
    if (response.error !== null) return false
    const fresh = response.data.data
    const theirs = toValues(fresh.settings)
    const mine = SITE_SETTINGS.filter((setting) => values[setting] !== base[setting])
    setConflict({
      by: fresh.lastChange?.savedBy ?? null,
      at: fresh.lastChange?.savedAt ?? null,
      settings: mine.flatMap((setting) =>
        theirs[setting] !== base[setting] && theirs[setting] !== values[setting]
          ? [{ setting, theirs: theirs[setting] }]
          : [],
      ),
    })
    setLoaded((current) => takeOver(current, theirs, fresh.version))
    return true
  }
  const replaceWithTheirs = (setting: SiteSetting, theirs: string) => {
    set(setting, theirs)
    setConflict((before) => before && { ...before, settings: before.settings.filter((one) => one.setting !== setting) })
  }
  const discard = () => {
    setFaults({})
    setError(null)
    setConflict(null)
    // What the fields began with, which may be newer than the page.
    setLoaded((current) => ({ ...current, values: current.base }))
  }
  return { form, values, set, discard, isDirty, isBusy, isSaved, faults, error, conflict, replaceWithTheirs, save }
}
