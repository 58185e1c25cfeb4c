/** Files of a test's course, and their processing. */
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Deps } from '#http/deps.ts'
import { runNextStep } from '#media/processing/run-step.ts'
import { createTurns } from '#media/processing/turns.ts'
import { insertStoredAssets, type StoredAsset } from '#media/queries/assets.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'

/** Adds a local file to a course, as an import does. It waits for its processing. */
export async function givenFile(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  courseCode: string,
  path: string,
  { kind, contentType }: Pick<StoredAsset, 'kind' | 'contentType'>,
): Promise<string> {
  const content = await readFile(path)
  const id = randomUUID()
  await blobs.put(originalKey(id), content)
  const asset: StoredAsset = {
    id,
    courseCode,
    kind,
    contentType,
    filename: 'file',
    bytes: content.length,
    durationMs: null,
    width: null,
    height: null,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
  await db.transaction().execute((tx) => insertStoredAssets(tx, courseCode, [{ asset, state: 'stored' }]))
  return id
}

/** Runs the steps that wait now, one after the other. */
export async function processAll(deps: Deps, ffmpeg: Ffmpeg | null): Promise<void> {
  const turns = createTurns()
  while (await runNextStep(deps, ffmpeg, new AbortController().signal, turns));
}

/** The state of a file, with its steps and renditions by name. */
export async function getMediaState({ db }: Pick<Deps, 'db'>, assetId: string) {
  const asset = await db.selectFrom('asset').selectAll().where('id', '=', assetId).executeTakeFirstOrThrow()
  const steps = await db.selectFrom('media_step').selectAll().where('asset_id', '=', assetId).execute()
  const renditions = await db.selectFrom('rendition').selectAll().where('asset_id', '=', assetId).execute()
  return {
    asset,
    steps: Object.fromEntries(steps.map((step) => [step.step, step])),
    renditions: Object.fromEntries(renditions.map((rendition) => [rendition.name, rendition])),
  }
}
