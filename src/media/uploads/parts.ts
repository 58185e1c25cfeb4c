/** The parts of an upload in the blob store, until they become one file. */
import type { Deps } from '#http/deps.ts'
import { derivedKey } from '#platform/blobs/blob-keys.ts'
import { BlobMissingError } from '#platform/blobs/blobs.ts'
import { detectKindFor, MEDIA_KINDS } from '#platform/file-kind.ts'
import type { ProcessedAsset } from '../queries/processed-assets.ts'
import type { UploadPart } from '../queries/uploads.ts'

export function getPartKey(assetId: string, name: string): string {
  return derivedKey(assetId, 'upload', 0, name)
}

/** @throws BlobMissingError if the store lost a part */
export async function* readParts(
  { blobs }: Pick<Deps, 'blobs'>,
  assetId: string,
  parts: readonly UploadPart[],
): AsyncGenerator<Uint8Array> {
  for (const { name } of parts) {
    const key = getPartKey(assetId, name)
    const content = await blobs.get(key)
    if (!content) throw new BlobMissingError(key)
    yield* content.stream
  }
}

/** The type of a file that is used as the given kind. Null: refused. A file for download may be of any allowed kind. */
export async function detectAllowedType(
  kind: ProcessedAsset['kind'],
  head: Uint8Array,
  filename?: string,
): Promise<string | null> {
  const uses = kind === 'file' ? MEDIA_KINDS : [kind]
  return (await detectKindFor(uses, head, filename))?.contentType ?? null
}
