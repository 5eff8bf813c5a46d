import { msg, sourceOf } from '../../../i18n/sentence.ts';

const WORDS = {
  reply: msg('Reply'),
  writeReply: msg('Write a reply'),
  isKept: msg('Your reply is kept'),
  isKeptUntil: msg('It is sent as soon as there is a connection.'),
  signIn: msg('Sign in to send your reply'),
  signInUntil: msg('It is kept on this device until then.'),
  notSent: msg('Your reply was not sent'),
  notTaken: msg('The server did not take it.'),
  findAgain: msg('Open the conversation to find it again.'),
  offline: msg('Offline'),
  notKept: msg(
    'There is no connection, and the dashboard was not opened on this device since somebody signed in.',
  ),
  tryAgain: msg('Try again'),
};

type Words = Readonly<Record<keyof typeof WORDS, string>>;

/** The worker shows these texts without a page, so it has them in every language. */
const TRANSLATIONS = import.meta.glob<Readonly<Record<string, string>>>(
  ['../../../i18n/*/service-worker.po', '!../../../i18n/en/*.po'],
  { eager: true, import: 'default' },
);

/** English is the default, also for the language of a later release's push. */
export function wordsIn(language = 'en'): Words {
  const translations = TRANSLATIONS[`../../../i18n/${language}/service-worker.po`];
  return Object.fromEntries(
    Object.entries(WORDS).map(([name, message]) => {
      const text = sourceOf(message);
      return [name, translations?.[text] ?? text];
    }),
  ) as Words;
}
