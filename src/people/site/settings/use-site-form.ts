import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { SITE_SETTINGS, type SiteSetting, type SiteSettings } from '#domain/site/site.ts'
import { browserClient } from '#http/client.ts'
import { type SiteView, saveSite } from '../wire.ts'

type Values = Readonly<Record<SiteSetting, string>>

const toValues = (settings: SiteSettings): Values =>
  Object.fromEntries(SITE_SETTINGS.map((setting) => [setting, settings[setting] ?? ''])) as Values

const load = (view: SiteView) => {
  const values = toValues(view.settings)
  return { values, base: values, version: view.version }
}

const areEqual = (one: Values, other: Values) => SITE_SETTINGS.every((setting) => one[setting] === other[setting])

/** The settings as they would be stored. */
export const toSettings = (values: Values): SiteSettings =>
  Object.fromEntries(SITE_SETTINGS.map((setting) => [setting, values[setting].trim() || null])) as SiteSettings

export function useSiteForm(view: SiteView) {
  // The texts, those that they began with, and the version of those: a reload beneath typed texts changes none of them.
  const [{ values, base, version }, setLoaded] = useState(() => load(view))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef<Values | null>(null)
  const { revalidate } = useRevalidator()
  const isDirty = !areEqual(values, base)
  // Shows the texts as the server stored them, unless somebody types on.
  useEffect(() => {
    setLoaded((current) =>
      current.values === sent.current || areEqual(current.values, current.base) ? load(view) : current,
    )
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
    setError(response.error !== null && Object.keys(fields).length === 0 ? response.error : null)
    if (response.error === null) await revalidate()
    else sent.current = null
    setSaved(response.error === null)
    setBusy(false)
    const first = SITE_SETTINGS.find((setting) => fields[setting])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const discard = () => {
    setFaults({})
    setError(null)
    setLoaded(load(view))
  }
  return { form, values, set, discard, isDirty, isBusy, isSaved, faults, error, save }
}
