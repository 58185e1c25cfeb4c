/** A code that is money is shown as little as it takes to know it again. */
export const masked = (code: string): string => `••${code.trim().slice(-4)}`
