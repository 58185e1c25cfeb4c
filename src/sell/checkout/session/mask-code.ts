import { plainCode } from '#domain/typed-text.ts'

/** Shows only the last four characters of a gift card code. */
export const maskCode = (code: string): string => `••${plainCode(code).slice(-4)}`
