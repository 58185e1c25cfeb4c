/**
 * The calls of docs/specification.md §7, as they are written there: host, method, path with its slash, and the names of
 * what the browser sends. `any` has alternatives, such as the two uses of `get-token`.
 */
import type { EndpointShape, Host } from '#http/endpoint.ts'

type SpecifiedCall = {
  host: Host
  method: EndpointShape['method']
  path: string
  /** Names that each call sends, in the query of a GET and else in the body. */
  sends?: readonly string[]
  any?: readonly (readonly string[])[]
  /** Names that only some calls send. */
  optional?: readonly string[]
  /** Exact values. */
  values?: Readonly<Record<string, unknown>>
}

export const SPECIFIED_CALLS: readonly SpecifiedCall[] = [
  { host: 'login', method: 'POST', path: 'log-in', sends: ['email', 'password'], optional: ['isCommunityAdmin'] },
  {
    host: 'login',
    method: 'POST',
    path: 'get-token',
    any: [['authToken', 'provider'], ['refreshToken']],
    optional: ['code', 'appleUserData', 'appleRedirectUrl'],
  },
  { host: 'login', method: 'GET', path: 'user-profile' },
  { host: 'login', method: 'GET', path: 'signed-up-info' },
  { host: 'login', method: 'GET', path: 'promo-code', sends: ['code'] },
  {
    host: 'payment',
    method: 'GET',
    path: 'get-course-list-by-prefix/',
    sends: ['course_prefix_code', 'timezone_id'],
  },
  {
    host: 'payment',
    method: 'GET',
    path: 'get-course-offer-by-offer-code/',
    sends: ['course_offer_code', 'timezone_id'],
  },
  { host: 'payment', method: 'POST', path: 'sign-up-payment-options/', sends: ['courseCode'] },
  { host: 'payment', method: 'POST', path: 'course-enrolment-zero/' },
  { host: 'payment', method: 'GET', path: 'verify-payment', any: [['orderId'], ['paymentId']] },
  { host: 'payment', method: 'GET', path: 'get-local-pricing', sends: ['isBackConversion'] },
  { host: 'payment', method: 'GET', path: 'get-country-data' },
  {
    host: 'payment',
    method: 'POST',
    path: 'sign-up-payment/paypal',
    sends: ['currency', 'paymentType', 'paymentMode'],
    optional: ['discount', 'credit'],
    values: { currency: 'USD', paymentType: 'full', paymentMode: 'paypal' },
  },
  { host: 'static-data', method: 'GET', path: 'next-course-date/', sends: ['coursePrefixCodes', 'timezoneId'] },
  {
    host: 'static-data',
    method: 'GET',
    path: 'course-card-data/',
    sends: ['courseCodes', 'timezoneId', 'domainAccess'],
  },
  { host: 'static-data', method: 'POST', path: 'coming-soon-notification/', sends: ['data', 'course', 'courseName'] },
  { host: 'static-data', method: 'POST', path: 'waitlist/', sends: ['courseCode'] },
  { host: 'static-data', method: 'POST', path: 'send-curriculum', sends: ['email', 'course', 'courseName'] },
  { host: 'static-data', method: 'POST', path: 'general-enrolment' },
  { host: 'static-data', method: 'POST', path: 'course-reminder-list' },
]

/**
 * The faults of a call that a browser made. None for a call that docs/specification.md does not list.
 *
 * @param path below `/api/v1/`
 */
export function findCallFaults(method: string, path: string, input: Readonly<Record<string, unknown>>): string[] {
  const specified = SPECIFIED_CALLS.find(
    (one) => one.method === method && withoutSlash(one.path) === withoutSlash(path),
  )
  if (!specified) return []
  const { sends = [], any = [], values = {} } = specified
  const misses = (name: string) => input[name] === undefined || input[name] === ''
  return [
    ...(path === specified.path ? [] : [`the path ${path} instead of ${specified.path}`]),
    ...sends.filter(misses).map((name) => `no ${name}`),
    ...(any.length > 0 && any.every((names) => names.some(misses)) ? [`none of ${any.join(' or ')}`] : []),
    ...Object.entries(values)
      .filter(([name, value]) => input[name] !== value)
      .map(([name, value]) => `${name} is ${String(input[name])} and not ${String(value)}`),
  ].map((fault) => `${specified.path}: ${fault} (docs/specification.md §7)`)
}

const withoutSlash = (path: string) => path.replace(/\/$/, '')
