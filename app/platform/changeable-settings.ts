import { msg, t, english, type Sentence, type Values } from '../i18n/translate.ts';
import * as v from 'valibot';
import { CURRENCIES } from './currencies.ts';
import { SOURCE_LANGUAGE } from './languages.ts';
import {
  listKnownLanguages,
  orderShopLanguages,
  readShopLanguages,
  writeShopLanguages,
} from './shop-languages.ts';
import { readReminderDays, REMINDER_DAY_AT_MOST, REMINDERS_AT_MOST } from './reminder-days.ts';
import { isNumberPattern, NUMBER_PATTERN_MAX_LENGTH } from './number-pattern.ts';
import { isCountry, MAX_RATES, readCountries, readTaxRates } from './tax-settings.ts';
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

/** The sentences for admins, by the phrase that follows the name of a setting for operators. */
const SENTENCES = new Map<string, readonly [sentence: Sentence, values: Values]>();

/** Returns the phrase for operators, such as 'must be an email address'. */
function fault(sentence: Sentence, values: Values = {}): string {
  const phrase = english(sentence, { ...values, name: '' })
    .trim()
    .replace(/\.$/, '');
  SENTENCES.set(phrase, [sentence, values]);
  return phrase;
}

const oneOf = (values: readonly string[]) =>
  fault(msg('{name} must be one of {values}.'), { values: values.join(', ') });

const atMost = (count: number) =>
  fault(msg('{name} must have at most {count, plural, one {# character} other {# characters}}.'), {
    count,
  });

const EMPTY = fault(msg('{name} must not be empty.'));

/** Translates the error of a setting for an admin. Operators read the English text at the start. */
export function translateSettingFault(name: string, phrase: string): string {
  const [sentence, values] = SENTENCES.get(phrase) ?? [];
  return sentence ? t(sentence, { ...values, name }) : `${name} ${phrase}.`;
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
    v.minLength(1, EMPTY),
    v.maxLength(maxLength, atMost(maxLength)),
    v.check((text) => !/\p{Cc}/u.test(text), fault(msg('{name} must be a single line.'))),
  );

const lines = (maxLength: number, most: number) =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .split('\n')
        .map((each) => each.trim())
        .filter((each) => each !== '')
        .join('\n'),
    ),
    v.minLength(1, EMPTY),
    v.maxLength(maxLength, atMost(maxLength)),
    v.check((text) => !/[^\P{Cc}\n]/u.test(text), fault(msg('{name} must be plain text.'))),
    v.check(
      (text) => text.split('\n').length <= most,
      fault(msg('{name} must have at most {count, plural, one {# line} other {# lines}}.'), {
        count: most,
      }),
    ),
  );

const openings = v.pipe(
  v.string(),
  v.transform(parseOpenings),
  v.check(
    (parsed) => parsed !== undefined,
    fault(msg('{name} must be days and times, such as Mon-Fri 09:00-17:30, Sat 10:00-14:00.')),
  ),
);

export const wholeNumber = (most: number, message: string) =>
  v.pipe(
    v.string(),
    v.regex(/^[1-9]\d*$/, message),
    v.transform(Number),
    v.maxValue(most, message),
  );

// A period of 0 is refused, because nobody means 'delete everything at once'.
const days = wholeNumber(
  99_999,
  fault(msg('{name} must be a whole number of days from 1 to 99999.')),
);

const chats = wholeNumber(99, fault(msg('{name} must be a whole number of chats from 1 to 99.')));

const minutesOfADay = wholeNumber(
  1440,
  fault(msg('{name} must be a whole number of minutes from 1 to 1440.')),
);

const minutes = wholeNumber(
  99_999,
  fault(msg('{name} must be a whole number of minutes from 1 to 99999.')),
);

/** For periods of an order: nobody means to wait for more than a year. */
const daysOfAYear = wholeNumber(
  365,
  fault(msg('{name} must be a whole number of days from 1 to 365.')),
);

const httpsUrl = v.pipe(
  v.string(),
  v.maxLength(1000, atMost(1000)),
  v.check(
    (text) => {
      const url = URL.parse(text);
      // A user name and password in the address would be public.
      const isSafe =
        url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
      return isSafe && url.username + url.password === '';
    },
    fault(
      msg(
        '{name} must be an address that starts with https:// (http:// for this computer alone), without a username.',
      ),
    ),
  ),
);

const origins = v.pipe(
  v.string(),
  v.maxLength(6000, atMost(6000)),
  v.transform(readOrigins),
  v.check(
    (parsed) => parsed !== undefined,
    fault(
      msg(
        '{name} must be at most {count, plural, one {# origin} other {# origins}} such as https://www.example.com, with spaces between them: each begins with https:// (http:// for this computer alone) and has no path, user name or *.',
      ),
      { count: MAX_ORIGINS },
    ),
  ),
);

const timezone = v.pipe(
  v.string(),
  v.check(
    isTimezone,
    fault(msg('{name} must be the name of a time zone, such as America/New_York.')),
  ),
);

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

/** Orders without an offer, for every service that allows them. */
export const DIRECT_ORDERS = ['on', 'off'] as const;

export const TAX = ['off', 'on'] as const;

/** Prices of services and offers contain the tax, or the tax is added to them. */
export const TAX_PRICES = ['exclusive', 'inclusive'] as const;

const country = v.pipe(
  v.string(),
  v.transform((text) => text.toUpperCase()),
  v.check(isCountry, fault(msg('{name} must be the two-letter code of a country, such as DE.'))),
);

const countries = v.pipe(
  v.string(),
  v.check(
    (text) => readCountries(text) !== undefined,
    fault(msg('{name} must be two-letter codes of countries, such as AT, FR.')),
  ),
  v.transform((text) => readCountries(text) ?? []),
);

const taxRates = v.pipe(
  v.string(),
  v.maxLength(3900, atMost(3900)),
  v.check(
    (text) => readTaxRates(text) !== undefined,
    fault(
      msg(
        '{name} must be at most {count} rates such as DE 19% VAT; DE 16% VAT from 2020-07-01, each of them once.',
      ),
      { count: MAX_RATES },
    ),
  ),
  v.transform((text) => readTaxRates(text) ?? []),
);

const numberPattern = v.pipe(
  v.string(),
  v.check(
    isNumberPattern,
    fault(
      msg(
        '{name} must contain {number} once, such as INV-{year}-{number}, with at most {count} letters, digits, spaces and . / _ -',
      ),
      { number: '{number}', year: '{year}', count: NUMBER_PATTERN_MAX_LENGTH },
    ),
  ),
);

const reminderDays = v.pipe(
  v.string(),
  v.check(
    (text) => readReminderDays(text) !== undefined,
    fault(
      msg(
        '{name} must be up to {count} growing numbers of days such as 3, 10, 20, each at most {most}, or “off”.',
      ),
      { count: REMINDERS_AT_MOST, most: REMINDER_DAY_AT_MOST },
    ),
  ),
  v.transform((text) => readReminderDays(text) ?? []),
);

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

const searchLanguage = v.picklist(
  SEARCH_LANGUAGES,
  fault(
    msg(
      '{name} must be a language such as english or german, or simple for matching words exactly as written.',
    ),
  ),
);

const shopLanguages = v.pipe(
  v.string(),
  v.check(
    (text) => readShopLanguages(text) !== undefined,
    () =>
      fault(
        msg(
          '{name} must be codes of languages separated by commas, the main language first; the known ones are {known}.',
        ),
        { known: listKnownLanguages() },
      ),
  ),
);

/** Names of settings of earlier versions that are still read, in the environment and saved. */
export const FORMER_SETTINGS = ['MAIN_LANGUAGE'] as const;

const mainLanguage = v.pipe(
  v.string(),
  v.check(
    (text) => readShopLanguages(text)?.languages.length === 1,
    'must be the code of a language, such as en',
  ),
);

export const FORMER_ENVIRONMENT = { MAIN_LANGUAGE: v.optional(mainLanguage) } as const;

/** 'language' formats numbers and dates as the page's language does; the others name a locale. */
export const FORMATS = [
  'language',
  'en-CA',
  'fr-FR',
  'de-AT',
  'de-DE',
  'ar-EG',
  'es-419',
  'es-MX',
  'es-ES',
  'en-GB',
  'en-US',
  'es-US',
] as const;

/** A placeholder that nobody reads. */
export const FIRST_SUPPORT_EMAIL = 'support@embarka.example';
export const FIRST_PAYMENT_URL = 'https://www.paypal.com/';

/** Maps each setting to its check and default. Settings without a default may be left empty. */
export const CHANGEABLE = {
  BRAND_NAME: v.optional(line(80), 'Embarka'),
  SHOP_LANGUAGES: v.optional(shopLanguages, SOURCE_LANGUAGE),
  FORMATS: v.optional(v.picklist(FORMATS, oneOf(FORMATS)), 'language'),
  CURRENCY: v.optional(
    v.picklist(
      CURRENCIES,
      fault(msg('{name} must be a currency by its three letters such as EUR.')),
    ),
    'USD',
  ),
  SUPPORT_EMAIL: v.optional(
    v.pipe(line(254), v.email(fault(msg('{name} must be an email address.')))),
    FIRST_SUPPORT_EMAIL,
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
    v.picklist(SECOND_FACTOR_FOR, oneOf(SECOND_FACTOR_FOR)),
    'automatic',
  ),
  SIGN_UP: v.optional(v.picklist(SIGN_UP, oneOf(SIGN_UP)), 'everybody'),
  CONVERSATIONS_BY_MAIL: v.optional(
    v.picklist(CONVERSATIONS_BY_MAIL, oneOf(CONVERSATIONS_BY_MAIL)),
    'off',
  ),
  ANSWER_DRAFTS: v.optional(v.picklist(ANSWER_DRAFTS, oneOf(ANSWER_DRAFTS)), 'on'),
  WIDGET_ORIGINS: v.optional(origins),
  PAYMENT_URL: v.optional(httpsUrl, FIRST_PAYMENT_URL),
  BANK_DETAILS: v.optional(lines(500, 8)),
  DIRECT_ORDERS: v.optional(v.picklist(DIRECT_ORDERS, oneOf(DIRECT_ORDERS)), 'on'),
  TAX: v.optional(v.picklist(TAX, oneOf(TAX)), 'off'),
  TAX_PRICES: v.optional(v.picklist(TAX_PRICES, oneOf(TAX_PRICES)), 'exclusive'),
  TAX_RATES: v.optional(taxRates),
  REVERSE_CHARGE_COUNTRIES: v.optional(countries),
  SELLER_NAME: v.optional(line(120)),
  SELLER_ADDRESS: v.optional(lines(300, 6)),
  SELLER_COUNTRY: v.optional(country),
  SELLER_TAX_NUMBER: v.optional(line(40)),
  INVOICE_NUMBERS: v.optional(numberPattern, 'INV-{year}-{number}'),
  CREDIT_NOTE_NUMBERS: v.optional(numberPattern, 'CN-{year}-{number}'),
  INVOICE_REMINDERS: v.optional(reminderDays, '3, 10, 20'),
  ORDER_PAYMENT_DAYS: v.optional(daysOfAYear, '14'),
  ORDER_ACCEPTANCE_DAYS: v.optional(daysOfAYear, '7'),
  RETENTION_CHAT_DAYS: v.optional(days),
  RETENTION_REVIEW_EMAIL_DAYS: v.optional(days),
  RETENTION_AUDIT_DAYS: v.optional(days, '365'),
  RETENTION_INVOICE_DAYS: v.optional(days, '3653'),
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
  if (text === '') return setting.default === undefined ? undefined : EMPTY;
  const result = v.safeParse(setting, text);
  return result.success ? undefined : result.issues[0].message;
}

export function readSettingTexts(env: Readonly<Record<string, string | undefined>>): SettingTexts {
  const texts = Object.fromEntries(
    // Compose files produce empty variables, which mean 'not set'.
    SETTING_NAMES.map((name) => [name, env[name]?.trim() || (CHANGEABLE[name].default ?? '')]),
  ) as Record<SettingName, string>;
  const languages = orderShopLanguages(texts.SHOP_LANGUAGES, env.MAIN_LANGUAGE);
  return languages ? { ...texts, SHOP_LANGUAGES: writeShopLanguages(languages) } : texts;
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
