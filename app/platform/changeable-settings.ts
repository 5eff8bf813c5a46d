import { msg, t, english } from '../i18n/translate.ts';
import * as v from 'valibot';
import { findSentence } from '../i18n/message-forms.ts';
import { CURRENCIES } from './currencies.ts';
import type { Language } from './languages.ts';
import { parseOpenings } from './weekly-hours.ts';

/** A limit, because a header of the embedded page lists all origins. */
export const MAX_ORIGINS = 20;

/** The longest host name (RFC 1035). */
const MAX_HOST_LENGTH = 253;

/**
 * Letters, digits and hyphens, or an IPv6 loopback address: no wildcard, and no character that ends
 * a CSP directive.
 */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[::1\])$/;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const FAULTS = {
  empty: msg('must not be empty'),
  severalLines: msg('must be one line'),
  longAddress: msg('must have at most 1000 characters'),
  address: msg('must be an address that starts with https://, without a user name'),
  email: msg('must be an email address'),
  openings: msg('must be days and times such as Mon-Fri 09:00-17:30, Sat 10:00-14:00'),
  timeZone: msg('must be the name of a time zone such as America/New_York'),
  searchLanguage: msg(
    'must be a language such as english or german, or simple for words as they are written',
  ),
  days: msg('must be a whole number of days from 1 to 99999'),
  daysOfAYear: msg('must be a whole number of days from 1 to 365'),
  minutes: msg('must be a whole number of minutes from 1 to 99999'),
  minutesOfADay: msg('must be a whole number of minutes from 1 to 1440'),
  chats: msg('must be a whole number of chats from 1 to 99'),
};

/** Translates the error of a setting for an admin. Operators read the English text at the start. */
export function translateSettingFault(fault: string): string {
  const known = findSentence(Object.values(FAULTS), fault);
  return known ? t(known) : fault;
}

// The settings that an admin can change at runtime. Each is a text, as in the environment, and the
// schema below checks it wherever it comes from.

/**
 * Some of these texts become email headers, into which a line break would inject another header.
 */
const line = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, english(FAULTS.empty)),
    v.maxLength(maxLength, `must have at most ${maxLength} characters`),
    v.check((text) => !/\p{Cc}/u.test(text), english(FAULTS.severalLines)),
  );

const openings = v.pipe(
  v.string(),
  v.transform(parseOpenings),
  v.check((parsed) => parsed !== undefined, english(FAULTS.openings)),
);

export const wholeNumber = (most: number, message: string) =>
  v.pipe(
    v.string(),
    v.regex(/^[1-9]\d*$/, message),
    v.transform(Number),
    v.maxValue(most, message),
  );

// A period of 0 is refused, because nobody means 'delete everything at once'.
const days = wholeNumber(99_999, english(FAULTS.days));

const chats = wholeNumber(99, english(FAULTS.chats));

const minutesOfADay = wholeNumber(1440, english(FAULTS.minutesOfADay));

const minutes = wholeNumber(99_999, english(FAULTS.minutes));

/** For periods of an order: nobody means to wait for more than a year. */
const daysOfAYear = wholeNumber(365, english(FAULTS.daysOfAYear));

const httpUrl = v.pipe(
  v.string(),
  v.maxLength(1000, english(FAULTS.longAddress)),
  v.check((text) => {
    const url = URL.parse(text);
    // A user name and password in the address would be public.
    return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  }, english(FAULTS.address)),
);

const origins = v.pipe(
  v.string(),
  v.maxLength(6000, 'must have at most 6000 characters'),
  v.transform(readOrigins),
  v.check(
    (parsed) => parsed !== undefined,
    `must be at most ${MAX_ORIGINS} origins such as https://www.example.com, with spaces between them: each begins with https:// (http:// for this computer alone) and has no path, user name or *`,
  ),
);

const timezone = v.pipe(v.string(), v.check(isTimezone, english(FAULTS.timeZone)));

/** The roles whose sign-in needs a second factor; each choice includes those above it. */
export const SECOND_FACTOR_FOR = [
  'automatic',
  'nobody',
  'admins',
  'managers',
  'support',
  'everybody',
] as const;

export const SIGN_UP = ['everybody', 'invited'] as const;

/** Turns on conversations that begin with an email which answers none of ours. */
export const CONVERSATIONS_BY_MAIL = ['off', 'on'] as const;

/** Turns on suggested replies, if the operator has set MODEL_URL. */
export const ANSWER_DRAFTS = ['on', 'off'] as const;

/**
 * The text search configurations with stemming of both PostgreSQL 15 and the embedded database;
 * 'simple' has no stemming.
 */
export const SEARCH_LANGUAGES = [
  'arabic',
  'armenian',
  'basque',
  'catalan',
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'greek',
  'hindi',
  'hungarian',
  'indonesian',
  'irish',
  'italian',
  'lithuanian',
  'nepali',
  'norwegian',
  'portuguese',
  'romanian',
  'russian',
  'serbian',
  'simple',
  'spanish',
  'swedish',
  'tamil',
  'turkish',
  'yiddish',
] as const;

const searchLanguage = v.picklist(SEARCH_LANGUAGES, english(FAULTS.searchLanguage));

export const OFFERED_LANGUAGES = {
  english: ['en'],
  spanish: ['es'],
  'english and spanish': ['en', 'es'],
} as const satisfies Readonly<Record<string, readonly Language[]>>;

export const MAIN_LANGUAGES = { english: 'en', spanish: 'es' } as const satisfies Readonly<
  Record<string, Language>
>;

/** 'language' formats numbers and dates as the page's language does; the others name a locale. */
export const FORMATS = [
  'language',
  'en-CA',
  'fr-FR',
  'de-DE',
  'es-419',
  'es-MX',
  'es-ES',
  'en-GB',
  'en-US',
  'es-US',
] as const;

const choice = <K extends string>(choices: Readonly<Record<K, unknown>>) =>
  v.picklist(Object.keys(choices) as K[], `must be one of: ${Object.keys(choices).join(', ')}`);

/** Maps each setting to its check and default. Settings without a default may be left empty. */
export const CHANGEABLE = {
  BRAND_NAME: v.optional(line(80), 'Embarka'),
  SHOP_LANGUAGES: v.optional(choice(OFFERED_LANGUAGES), 'english'),
  MAIN_LANGUAGE: v.optional(choice(MAIN_LANGUAGES), 'english'),
  FORMATS: v.optional(v.picklist(FORMATS, `must be one of: ${FORMATS.join(', ')}`), 'language'),
  CURRENCY: v.optional(
    v.picklist(CURRENCIES, 'must be a currency by its three letters such as EUR'),
    'USD',
  ),
  SUPPORT_EMAIL: v.optional(
    v.pipe(line(254), v.email(english(FAULTS.email))),
    'support@embarka.example',
  ),
  SUPPORT_PHONE: v.optional(line(80), '+1 (555) 010-0199'),
  POSTAL_ADDRESS: v.optional(line(300), '1 Harbour Street, Portland, ME 04101, USA'),
  GOVERNING_STATE: v.optional(line(80), 'Maine'),
  SUPPORT_TIMEZONE: v.optional(timezone, 'America/New_York'),
  SUPPORT_HOURS: v.optional(line(120), '12:00am-9am EST'),
  CHAT_HOURS: v.optional(openings),
  SEARCH_LANGUAGE: v.optional(searchLanguage, 'english'),
  CHAT_CAPACITY: v.optional(chats),
  AGENT_AWAY_MINUTES: v.optional(minutesOfADay, '5'),
  ANSWER_TARGET_SUPPORT: v.optional(minutes, '30'),
  ANSWER_TARGET_SALES: v.optional(minutes, '30'),
  ANSWER_TARGET_ORDERS: v.optional(minutes, '30'),
  ANSWER_TARGET_GENERAL: v.optional(minutes, '30'),
  SECOND_FACTOR_FOR: v.optional(
    v.picklist(SECOND_FACTOR_FOR, `must be one of ${SECOND_FACTOR_FOR.join(', ')}`),
    'automatic',
  ),
  SIGN_UP: v.optional(v.picklist(SIGN_UP, `must be one of ${SIGN_UP.join(', ')}`), 'everybody'),
  CONVERSATIONS_BY_MAIL: v.optional(
    v.picklist(CONVERSATIONS_BY_MAIL, `must be one of ${CONVERSATIONS_BY_MAIL.join(', ')}`),
    'off',
  ),
  ANSWER_DRAFTS: v.optional(
    v.picklist(ANSWER_DRAFTS, `must be one of ${ANSWER_DRAFTS.join(', ')}`),
    'on',
  ),
  WIDGET_ORIGINS: v.optional(origins),
  PAYMENT_URL: v.optional(httpUrl, 'https://www.paypal.com/'),
  ORDER_PAYMENT_DAYS: v.optional(daysOfAYear, '14'),
  ORDER_ACCEPTANCE_DAYS: v.optional(daysOfAYear, '7'),
  RETENTION_CHAT_DAYS: v.optional(days),
  RETENTION_REVIEW_EMAIL_DAYS: v.optional(days),
  RETENTION_AUDIT_DAYS: v.optional(days, '365'),
} as const;

export type SettingName = keyof typeof CHANGEABLE;

export type SettingTexts = Readonly<Record<SettingName, string>>;

export const SETTING_NAMES = Object.keys(CHANGEABLE) as readonly SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(CHANGEABLE, name);
}

/** Returns an error that reads well after the setting's name, or undefined for a valid value. */
export function findSettingFault(name: SettingName, text: string): string | undefined {
  const setting = CHANGEABLE[name];
  if (text === '') return setting.default === undefined ? undefined : english(FAULTS.empty);
  const result = v.safeParse(setting, text);
  return result.success ? undefined : result.issues[0].message;
}

export function readSettingTexts(env: Readonly<Record<string, string | undefined>>): SettingTexts {
  return Object.fromEntries(
    // Compose files produce empty variables, which mean 'not set'.
    SETTING_NAMES.map((name) => [name, env[name]?.trim() || (CHANGEABLE[name].default ?? '')]),
  ) as Record<SettingName, string>;
}

function isTimezone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Normalizes an origin to the spelling that browsers send. Returns undefined for a path, a user
 * name, a wildcard, `null`, and plain http except to localhost.
 */
export function readOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const { protocol, hostname, username, password, pathname, origin } = url;
  if (username !== '' || password !== '' || pathname !== '/' || /[?#@\\]/.test(text))
    return undefined;
  if (!HOST.test(hostname) || hostname.length > MAX_HOST_LENGTH) return undefined;
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) return undefined;
  return origin;
}

/**
 * Parses origins separated by spaces or commas and removes duplicates; undefined when one is
 * invalid, or there are too many.
 */
export function readOrigins(text: string): readonly string[] | undefined {
  const typed = text.split(/[\s,]+/).filter((each) => each !== '');
  const origins = new Set<string>();
  for (const each of typed) {
    const origin = readOrigin(each);
    if (origin === undefined) return undefined;
    origins.add(origin);
  }
  return origins.size > MAX_ORIGINS ? undefined : [...origins];
}
