import { msg, sourceOf } from '../../../i18n/sentence.ts';

const WORDS = {
  reply: msg('Reply'),
  writeReply: msg('Write a reply'),
  isKept: msg('Reply saved'),
  isKeptUntil: msg("It will be sent as soon as you're back online."),
  signIn: msg('Sign in to send your reply'),
  signInUntil: msg("It's saved on this device until then."),
  notSent: msg("Your reply wasn't sent"),
  notTaken: msg("The server didn't accept it."),
  findAgain: msg('Open the conversation to find it again.'),
  offline: msg('Offline'),
  notKept: msg(
    "You're offline, and the dashboard hasn't been opened on this device since the last sign-in.",
  ),
  tryAgain: msg('Try again'),
};

type Words = Readonly<Record<keyof typeof WORDS, string>>;

/** The worker shows these texts without a page, so it has them in every language. */
const TRANSLATIONS = import.meta.glob<Readonly<Record<string, string>>>(
  ['../../../i18n/*/service-worker-team.po', '!../../../i18n/en/*.po'],
  { eager: true, import: 'default' },
);

/** English is the default, also for the language of a later release's push. */
export function wordsIn(language = 'en'): Words {
  const translations = TRANSLATIONS[`../../../i18n/${language}/service-worker-team.po`];
  return Object.fromEntries(
    Object.entries(WORDS).map(([name, message]) => {
      const text = sourceOf(message);
      return [name, translations?.[text] ?? text];
    }),
  ) as Words;
}
