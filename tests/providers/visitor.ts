/** A browser without a window: it keeps cookies, follows nothing by itself and says what it was given. */
import { randomInt } from 'node:crypto'

export type Visitor = {
  get(address: string, headers?: Record<string, string>): Promise<Response>
  post(address: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Response>
  cookies: Map<string, string>
}

/** Each visitor comes from an address of its own: limits are counted by address. */
export function visitor(): Visitor {
  const cookies = new Map<string, string>()
  const ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

  async function go(address: string, headers: Record<string, string>, init: RequestInit): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }), ...headers },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    cookies,
    get: (address, headers = {}) => go(address, headers, {}),
    post: (address, form, headers = {}) => go(address, headers, { method: 'POST', body: new URLSearchParams(form) }),
  }
}
