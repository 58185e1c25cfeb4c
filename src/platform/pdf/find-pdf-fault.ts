/** The check of an uploaded PDF before readers get it: it opens, and needs no password. */
import { readFile, stat } from 'node:fs/promises'
import { getDocumentProxy, getMeta } from 'unpdf'
import { readFileKind } from '../file-kind.ts'

const PDF = 'application/pdf'
const MAX_MEGABYTES = 25
const SILENT = { verbosity: 0 }

/**
 * The fault of a local file, as the words after its name. Null: it is a PDF of at most 25 MB, with a page,
 * that is not encrypted. An encrypted one is refused even if it opens without a password.
 */
export async function findPdfFault(path: string): Promise<string | null> {
  const file = await stat(path)
  const megabytes = Math.ceil(file.size / 1024 / 1024)
  if (!file.isFile() || (await readFileKind(path))?.contentType !== PDF) return 'is not a PDF'
  if (megabytes > MAX_MEGABYTES) return `has ${megabytes} MB, and at most ${MAX_MEGABYTES} MB are allowed`
  try {
    const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)), SILENT)
    try {
      await pdf.getPage(1)
      const { info } = await getMeta(pdf)
      return info.EncryptFilterName ? ENCRYPTED : null
    } finally {
      await pdf.loadingTask.destroy()
    }
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? ENCRYPTED : 'is a damaged PDF'
  }
}

const ENCRYPTED = 'is encrypted. Save it without a password and without restrictions'
