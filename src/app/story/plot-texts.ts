/** What people wrote in the twelve weeks before a demo began. Messages are Markdown. */

export const MESSAGES: readonly { course: string; daysAgo: number; subject: string; body: string; isSent: boolean }[] =
  [
    {
      course: 'MCOM',
      daysAgo: 58,
      subject: 'Start with the one minute you know',
      body: 'Hi {first name},\n\nmost people plan a month and then post nothing. Film **one minute** today, about something that you know by heart. It may be bad. Reply and tell me what it is about.\n\nCleo',
      isSent: true,
    },
    {
      course: 'MCOM',
      daysAgo: 30,
      subject: 'Four posts that worked last month',
      body: 'Hi {first name},\n\nfour of you sent me clips that went further than you expected. They have three things in common:\n\n- the first sentence is a question\n- there is a face in the first second\n- they end before you want them to\n\nThe lesson on endings shows why.\n\nCleo',
      isSent: true,
    },
    {
      course: 'NG',
      daysAgo: 16,
      subject: 'Bring one idea to the first evening',
      body: 'Hi {first name},\n\nwe begin in a few weeks. Please bring **one idea** for a film of three minutes: a person, a place or a thing that you can visit twice. You need a phone and nothing else.\n\nCleo',
      isSent: true,
    },
    {
      course: 'MCOM',
      daysAgo: 2,
      subject: 'Pick up where you stopped',
      body: 'Hi {first name},\n\nit has been a while. The next lesson is short, and the one after it is my favourite.',
      isSent: false,
    },
  ]

export const INBOX: readonly { daysAgo: number; page: string; message: string }[] = [
  {
    daysAgo: 61,
    page: '/mobile-content-creator',
    message: 'Do the lessons have subtitles? I watch on the train without sound.',
  },
  {
    daysAgo: 52,
    page: '/nina-reyes',
    message: 'Hello, is an older phone all right for the film course? Mine is from 2019.',
  },
  { daysAgo: 40, page: '/portal', message: 'I deleted my receipt by mistake. Could you send it again?' },
  { daysAgo: 31, page: '/build-a-business', message: 'My company pays for the course. Do I get an invoice for them?' },
  { daysAgo: 22, page: '/mobile-content-creator', message: 'I finished! Where do I find my certificate?' },
  { daysAgo: 15, page: '/mo-tikaram', message: 'I am on the waitlist. How likely is it that a seat opens?' },
  {
    daysAgo: 3,
    page: '/nina-reyes',
    message: 'I paid the deposit. When is the rest due, and can I pay it with another card?',
  },
  {
    daysAgo: 1,
    page: '/noor-siddiqi',
    message: 'Will the evening be recorded? I may have to leave half an hour early.',
  },
  {
    daysAgo: 0,
    page: '/portal',
    message: 'My friend has not got the invitation to the seat that I bought for her. Could you send it again?',
  },
]

/** By the place of the question in the inbox. The last three wait for an answer. */
export const ANSWERS: readonly { question: number; message: string; closes: boolean }[] = [
  {
    question: 0,
    message: 'Hello, yes: every lesson has captions in English. You can turn them on in the player.',
    closes: true,
  },
  { question: 1, message: 'Hello, that phone is fine. Nina films with one of the same age.', closes: false },
  {
    question: 2,
    message: 'Hello, it is on its way again. The invoice is also on the page of your order.',
    closes: true,
  },
  {
    question: 3,
    message: 'Hello, yes. Pay by card or PayPal, and the invoice is a PDF on the page of your order.',
    closes: false,
  },
  { question: 4, message: 'Congratulations! It is in your portal, and you can share it from there.', closes: true },
  {
    question: 5,
    message: 'Hello, you are among the first. If a seat opens, you get an e-mail and have 24 hours to take it.',
    closes: false,
  },
]
