/** The invented people of the story. Their addresses end in .test, so that no letter can ever reach anybody. */

export type StoryPerson = { email: string; name: string; timezoneId: string }

const FIRST_NAMES =
  'Amara Benno Carla Dario Elif Farid Greta Hana Idris Jonas Kavya Lene Marek Nadia Omar Petra Quinn Rosa Sami Tove Uma Viktor Wanda Ximena Yusuf Zora Aiko Bram Celia Dmitri Esme Felix Gita Hugo Ines Jamal Kaya'.split(
    ' ',
  )
const LAST_NAMES =
  'Adeyemi Bergström Castellano Dvořák Ekwueme Fontaine Grigoryan Haugen Ibarra Jansen Kowalczyk Lindqvist Mbeki Navarro Okafor Pereira Rahimi Santos Takeda Ueda Varga Winther Yilmaz'.split(
    ' ',
  )
const ZONES = ['Europe/London', 'Asia/Manila', 'Europe/Berlin', 'America/New_York', 'Africa/Lagos', 'Asia/Kolkata']
const MAIL_HOSTS = ['post.test', 'letters.test', 'mailbox.test']

/** Different people for as long as there are pairs of names, which is longer than the story. */
export function createCast(): { next(): StoryPerson } {
  let number = 0
  return {
    next() {
      const first = FIRST_NAMES[number % FIRST_NAMES.length]!
      const last = LAST_NAMES[(number * 5 + 3) % LAST_NAMES.length]!
      const host = MAIL_HOSTS[number % MAIL_HOSTS.length]!
      const timezoneId = ZONES[(number * 7) % ZONES.length]!
      number++
      return { email: `${toAscii(first)}.${toAscii(last)}@${host}`, name: `${first} ${last}`, timezoneId }
    },
  }
}

const toAscii = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
