/** Downloads a file of a lesson. Its address works only for a while, so it is asked for when it is needed. */
import type { Client, SignedInAudience } from '#http/client.ts'
import { playLesson } from '../wire/play.ts'

type FileOfLesson = { lessonId: string; assetId: string }

/** Returns the sentence of a refusal, or null. */
export async function startFileDownload(
  client: Client,
  as: SignedInAudience,
  { lessonId, assetId }: FileOfLesson,
): Promise<string | null> {
  const response = await client.call(playLesson, { auth: as, params: { lessonId } })
  if (response.error !== null) return response.error
  const file = response.data.data.files.find((one) => one.assetId === assetId)
  if (!file) return 'This file isn’t in the lesson any more. Please reload the page.'
  const link = document.createElement('a')
  link.href = file.url
  link.download = ''
  link.click()
  return null
}
