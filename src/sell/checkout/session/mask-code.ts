/** Shows only the last four characters of a gift card code. */
export const maskCode = (code: string): string => `••${code.trim().slice(-4)}`
