/** The learner's own certificates, in the portal. */
export const MY_CERTIFICATES_PATH = '/portal/certificates'
