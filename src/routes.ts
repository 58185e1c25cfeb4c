import { type RouteConfig, route } from '@react-router/dev/routes'

export default [
  route('checkout/:offerCode', 'features/checkout/pages/checkout.tsx'),
  route('order/:orderId', 'features/checkout/pages/order.tsx'),
  route('portal', 'features/portal/pages/portal.tsx'),
  route('set-password', 'features/portal/pages/set-password.tsx'),
  route('dev/mail', 'features/mailing/pages/dev-mail.tsx'),
] satisfies RouteConfig
