/**
 * Names of blobs: `original/{assetId}` and `derived/{assetId}/{step}-{run}/{name}`. They never contain a person's
 * text, so no name can lead out of the store. All are lower case, because some disks ignore case.
 */

const KEY =
  /^(?:original\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|derived\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[a-z][a-z0-9]{0,31}(?:-[a-z0-9]{1,31}){0,3}\/[a-z0-9][a-z0-9_-]{0,63}(?:\.[a-z0-9]{1,16}){0,2})$/
const PREFIX =
  /^(?:original\/|derived\/|derived\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/|derived\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[a-z][a-z0-9]{0,31}(?:-[a-z0-9]{1,31}){0,3}\/)?$/
const OWNER = /^(?:original|derived)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/

export const TOP_FOLDERS = ['original/', 'derived/']

/** The one blob that belongs to no asset. See `store-id.ts`. */
export const STORE_ID_KEY = 'store-id'

export function originalKey(assetId: string): string {
  return requireKey(`original/${assetId}`)
}

/**
 * @param run of the step, such as `2-5f0c1e9ab2d34476`: a number, and for processing the beginning of the lease
 * @param name lower case, such as `init.mp4` or `segment-12.m4s`
 */
export function derivedKey(assetId: string, step: string, run: number | string, name: string): string {
  return requireKey(`${derivedPrefix(assetId, step, run)}${name}`)
}

/** The prefix of every blob made from an asset, or only of one run of a step. */
export function derivedPrefix(assetId: string, step?: string, run?: number | string): string {
  return requirePrefix(step === undefined ? `derived/${assetId}/` : `derived/${assetId}/${step}-${run}/`)
}

/** Returns null for the store's own blob. */
export function getAssetId(key: string): string | null {
  return OWNER.exec(key)?.[1] ?? null
}

export function isKey(text: string): boolean {
  return text === STORE_ID_KEY || KEY.test(text)
}

/** @throws TypeError if the text is no key of a blob */
export function requireKey(key: string): string {
  if (isKey(key)) return key
  throw new TypeError(`This is no key of a blob: ${JSON.stringify(key)}`)
}

/** @throws TypeError if the text is no prefix that can be listed */
export function requirePrefix(prefix: string): string {
  if (PREFIX.test(prefix)) return prefix
  throw new TypeError(`This is no prefix of blobs: ${JSON.stringify(prefix)}`)
}
