/** The keyword of the text inside a PNG that holds the credential (Open Badges 3.0, "Baked Badge"). */
export const BADGE_KEYWORD = 'openbadgecredential'
