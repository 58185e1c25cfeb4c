/** The body of a form: counted before it is parsed, because parsing a hundred thousand fields takes long. */
import { data } from 'react-router'

/** Bytes. The longest form is a message of 5,000 characters. */
export const FORM_LIMIT = 64 * 1024
const MAX_FIELDS = 100

export const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

class BadForm extends Error {
  statusCode = 400
}

/** @throws BadForm if the form has more than 100 fields, or no boundary between them */
export function checkForm(body: Buffer, contentType = ''): void {
  const boundary = /^multipart\/.*;\s*boundary="?([^";]+)/i.exec(contentType)?.[1]
  if (/^multipart\//i.test(contentType) && !boundary) throw new BadForm('no boundary')
  const separator = boundary ? `--${boundary}` : '&'
  let count = 0
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length)) count++
  if (count > MAX_FIELDS) throw new BadForm(`more than ${MAX_FIELDS} fields`)
}

/** @throws a 400 response if the body is not a form */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}
