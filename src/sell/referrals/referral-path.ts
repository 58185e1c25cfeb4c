export const REFERRAL_PATH = '/refer-a-friend'

/** The address that a person shares. It leads to the home page with the code. */
export const getReferralLinkPath = (code: string): string => `/r/${code}`
