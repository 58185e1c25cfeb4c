/** Every address of the site. Fixed pages come before creators' own addresses. */
import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { INFORMATION_PAGES } from './domain/site-addresses.ts'

export default [
  index('features/storefront/pages/home.tsx'),
  ...INFORMATION_PAGES.map((name) => route(name, 'features/storefront/pages/information.tsx', { id: name })),
  route('robots.txt', 'features/storefront/pages/robots.ts'),
  route('sitemap.xml', 'features/storefront/pages/sitemap.ts'),
  route('art/:file', 'features/storefront/pages/art.ts'),
  route('og/:file', 'features/storefront/pages/og.ts'),
  route('checkout/:offerCode', 'features/checkout/pages/checkout.tsx'),
  route('gift-card/buy', 'features/checkout/pages/gift-card.tsx'),
  route('order/:orderId', 'features/checkout/pages/order.tsx'),
  route('confirm-enrolment', 'features/checkout/pages/confirm-enrolment.tsx'),
  route('portal', 'features/portal/pages/portal.tsx'),
  route('portal/orders', 'features/admin/pages/orders.tsx'),
  route('portal/inbox', 'features/admin/pages/inbox.tsx'),
  route('portal/settings', 'features/portal/pages/settings.tsx'),
  route('login', 'features/accounts/pages/login.tsx'),
  route('forget-password', 'features/accounts/pages/forget-password.tsx'),
  route('reset-password', 'features/accounts/pages/reset-password.tsx'),
  route('set-password', 'features/accounts/pages/set-password.tsx'),
  route('verify-email', 'features/accounts/pages/verify-email.tsx'),
  route('social/:provider/:step', 'features/accounts/pages/social.tsx'),
  route('confirm-log-in', 'features/accounts/pages/confirm-log-in.tsx'),
  route('support', 'features/support/pages/conversation.tsx'),
  route('dev/mail', 'features/mailing/pages/dev-mail.tsx'),
  route('c/:code', 'features/storefront/pages/code.tsx'),
  route('_ph/:instructor/:workshop?', 'features/storefront/pages/philippines.tsx'),
  route(':instructor', 'features/storefront/pages/course.tsx', { id: 'course' }),
  route(':instructor/:workshop', 'features/storefront/pages/course.tsx', { id: 'workshop' }),
  route('*', 'features/storefront/pages/not-found.tsx'),
] satisfies RouteConfig
