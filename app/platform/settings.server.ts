import { isIP } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';
import type { ShopLanguages } from './address-language.ts';
import {
  type ANSWER_DRAFTS,
  CHANGEABLE,
  FORMER_ENVIRONMENT,
  type SECOND_FACTOR_FOR,
  type SIGN_UP,
  wholeNumber,
} from './changeable-settings.ts';
import type { Currency } from './currencies.ts';
import { SOURCE_LANGUAGE } from './languages.ts';
import { MODEL_ENVIRONMENT, readModel, type ModelSettings } from './model-settings.server.ts';
import { OPENID_ENVIRONMENT, readOpenId, type OpenIdSettings } from './openid-settings.server.ts';
import { MAIL_IN_ENVIRONMENT, readMailIn, type MailInSettings } from './mail-in-settings.server.ts';
import { OperatorError } from './operator-error.ts';
import { origin } from './origin-setting.server.ts';
import {
  PAYMENT_ENVIRONMENT,
  readPaymentSettings,
  type PaymentSettings,
} from './payment-settings.server.ts';
import { orderShopLanguages } from './shop-languages.ts';
import type { Seller, TaxSettings } from './tax-settings.ts';
import type { WeeklyHours } from './weekly-hours.ts';

/**
 * The settings of the operator, all optional (see `docs/settings.md`). The object is an immutable
 * snapshot: a change creates a new object.
 */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Undefined while the server is only reachable on this computer. */
  readonly publicOrigin: string | undefined;
  readonly origin: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Connects several processes; undefined for a single process. */
  readonly redisUrl: string | undefined;
  /** If undefined, a new embedded database gets the demo data. */
  readonly demo: boolean | undefined;
  readonly trustedProxies: readonly string[];
  /** Undefined saves emails in the email folder. */
  readonly smtpUrl: string | undefined;
  /** The sender of every email: 'name@host' or 'Name <name@host>'. */
  readonly mailFrom: string;
  /** The settings for replies by email (rule 170); undefined turns them off. */
  readonly mailIn: MailInSettings | undefined;
  /** True when an email that answers none of ours begins a conversation. */
  readonly conversationsByMail: boolean;
  readonly logLevel: LogLevel;
  /** The bearer token for /metrics; undefined allows only this computer. */
  readonly metricsToken: string | undefined;
  /** The time during which a process that shuts down still accepts connections. */
  readonly drainGraceSeconds: number;
  /** A conversation without messages for this time is resolved automatically. */
  readonly chatQuietHours: number;
  readonly searchLanguage: string;
  readonly chatCapacity: number | undefined;
  readonly secondFactorFor: (typeof SECOND_FACTOR_FOR)[number];
  /** The people who may ask for an account (rule 181). */
  readonly signUp: (typeof SIGN_UP)[number];
  /** The model for suggested replies; undefined turns them off. */
  readonly model: ModelSettings | undefined;
  readonly answerDrafts: (typeof ANSWER_DRAFTS)[number];
  /** The OpenID Connect provider; undefined turns it off. */
  readonly openId: OpenIdSettings | undefined;
  /** An agent without a connection for this time is away (rule 135). */
  readonly agentAwayMinutes: number;
  /** The opening hours of the chat; undefined means always open (rule 129). */
  readonly chatHours: WeeklyHours | undefined;
  /** The target times for an answer in minutes, by topic (rule 142). */
  readonly answerTargets: {
    readonly support: number;
    readonly sales: number;
    readonly orders: number;
    readonly general: number;
  };
  readonly fileMaxMib: number;
  /** The largest file of an order, and the limit of all files of an order together. */
  readonly orderFileMaxMib: number;
  readonly orderFilesMib: number;
  readonly filesPerMessage: number;
  readonly filesPerHourMib: number;
  /**
   * The hourly upload limits of a network and of a team member, over all chats, orders and the
   * catalogue.
   */
  readonly networkFilesPerHourMib: number;
  readonly memberFilesPerHourMib: number;
  readonly unsentFilesMib: number;
  readonly pictureMemoryMib: number;
  /** The folder of files; with a bucket, only the folder for files in processing. */
  readonly filesDir: string;
  /** Stores the files in a bucket instead of the folder. */
  readonly bucket: BucketSettings | undefined;
  readonly scanner: ScannerAddress | undefined;
  /** The largest file that the scanner accepts; undefined sends it every file. */
  readonly scannerMaxMib: number | undefined;
  /** Allows webhooks to addresses in the operator's own network. */
  readonly webhookAllowPrivate: boolean;
  /** Conversations resolved longer ago are deleted; undefined keeps them. */
  readonly chatsExpireAfterDays: number | undefined;
  /** Older reviews lose their email address; undefined keeps it. */
  readonly reviewEmailsExpireAfterDays: number | undefined;
  /** Older entries of the audit log are deleted. */
  readonly auditExpiresAfterDays: number;
  /** For the invoices of erased buyers. The others stay. */
  readonly invoicesExpireAfterDays: number;
  readonly brandName: string;
  readonly languages: ShopLanguages;
  /** The locale for money, numbers and dates; undefined follows the page's language. */
  readonly formats: string | undefined;
  readonly currency: Currency;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly postalAddress: string;
  readonly widgetOrigins: readonly string[];
  readonly paymentUrl: string;
  /** Lines for bank transfers; '' if the shop takes none. */
  readonly bankDetails: string;
  /** False if every order needs an offer. */
  readonly directOrders: boolean;
  /** Undefined while tax is off. */
  readonly tax: TaxSettings | undefined;
  /** For receipts and invoices, with and without tax. */
  readonly seller: Seller;
  /** Patterns such as 'INV-{year}-{number}'. */
  readonly invoiceNumbers: string;
  readonly creditNoteNumbers: string;
  /** The days after its due date on which an unpaid invoice is reminded of; empty for no reminders. */
  readonly invoiceReminders: readonly number[];
  readonly orderPaymentDays: number;
  /** A delivery without an answer for this time is accepted (rule 217). */
  readonly orderAcceptanceDays: number;
  readonly paymentProviders: PaymentSettings;
  /** As shown on the refund page, e.g. '12:00am-9am EST'. */
  readonly supportHours: string;
  /** The IANA time zone of the support hours. */
  readonly supportTimezone: string;
  /** The US state whose law governs the terms. */
  readonly governingState: string;
}

export interface BucketSettings {
  readonly bucket: string;
  /** Undefined means Amazon's endpoint. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

export type ScannerAddress =
  | { readonly host: string; readonly port: number }
  | { readonly path: string };

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a number between 0 and 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a number between 0 and 65535'),
);

const quietHours = wholeNumber(9999, 'must be a whole number of hours from 1 to 9999');

const graceSeconds = v.pipe(
  v.string(),
  v.regex(/^(?:1\d|20|\d)$/, 'must be a whole number of seconds from 0 to 20'),
  v.transform(Number),
);

const metricsToken = v.pipe(
  v.string(),
  v.regex(
    /^[\w.~+/=-]{16,}$/,
    'must have at least 16 characters: letters, digits or . ~ + / = - _',
  ),
);

const address = (protocol: RegExp, message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => protocol.test(URL.parse(text)?.protocol ?? ''), message),
  );

const databaseUrl = address(/^postgres(ql)?:$/, 'must start with postgres:// or postgresql://');
const redisUrl = address(/^rediss?:$/, 'must start with redis:// or rediss://');
const smtpUrl = address(/^smtps?:$/, 'must start with smtp:// or smtps://');
const endpoint = address(
  /^https?:$/,
  'must be an address such as https://s3.eu-central-1.example.com',
);

const sender = v.pipe(
  v.string(),
  v.regex(
    /^(?:[^\p{Cc}<>"]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u,
    "must be an email address, or 'Name <name@host>'",
  ),
);

const onOff = v.pipe(
  v.picklist(['on', 'off', 'true', 'false', '1', '0'], "must be 'on' or 'off'"),
  v.transform((text) => text === 'on' || text === 'true' || text === '1'),
);

const upTo = (most: number) => wholeNumber(most, `must be a whole number from 1 to ${most}`);

const bucketName = v.pipe(
  v.string(),
  v.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket'),
);

const CLAMD_PORT = 3310;

const scannerAddress = v.pipe(
  v.string(),
  v.check(
    (text) => readScanner(text) !== undefined,
    'must be tcp://host:3310 or unix:/path/of/clamd',
  ),
  v.transform(readScanner),
);

function readScanner(text: string): ScannerAddress | undefined {
  const url = URL.parse(text);
  if (url?.protocol === 'unix:' && url.pathname.startsWith('/')) return { path: url.pathname };
  if (url?.protocol !== 'tcp:' || url.hostname === '') return undefined;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || CLAMD_PORT) };
}

const addressList = v.pipe(
  v.string(),
  v.transform((list) =>
    list
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
  v.check(
    (entries) => entries.every(isAddressOrNetwork),
    'must be addresses or networks such as 10.0.0.0/8, separated by commas',
  ),
);

/** Requires a valid prefix length: reading '10.0.0.0/' as '/0' would trust every address. */
function isAddressOrNetwork(part: string): boolean {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits ?? 0) <= (family === 6 ? 128 : 32);
}

const text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'));

/** Maps each environment variable to its check and default. */
export const environment = v.object({
  ...PAYMENT_ENVIRONMENT,
  PORT: v.optional(port, '3000'),
  HOST: v.optional(text, '127.0.0.1'),
  PUBLIC_ORIGIN: v.optional(origin),
  DATA_DIR: v.optional(text, './data'),
  DATABASE_URL: v.optional(databaseUrl),
  REDIS_URL: v.optional(redisUrl),
  DEMO: v.optional(onOff),
  TRUSTED_PROXIES: v.optional(addressList, ''),
  SMTP_URL: v.optional(smtpUrl),
  MAIL_FROM: v.optional(sender),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
  METRICS_TOKEN: v.optional(metricsToken),
  DRAIN_GRACE_SECONDS: v.optional(graceSeconds),
  CHAT_QUIET_HOURS: v.optional(quietHours, '48'),
  FILE_MAX_MIB: v.optional(upTo(1000), '25'),
  ORDER_FILE_MAX_MIB: v.optional(upTo(5120)),
  ORDER_FILES_MIB: v.optional(upTo(1_000_000), '20480'),
  FILES_PER_MESSAGE: v.optional(upTo(50), '10'),
  FILES_PER_HOUR_MIB: v.optional(upTo(100_000), '500'),
  NETWORK_FILES_PER_HOUR_MIB: v.optional(upTo(100_000), '500'),
  MEMBER_FILES_PER_HOUR_MIB: v.optional(upTo(1_000_000), '5000'),
  UNSENT_FILES_MIB: v.optional(upTo(1_000_000), '2500'),
  PICTURE_MEMORY_MIB: v.optional(upTo(4000), '384'),
  FILES_DIR: v.optional(text),
  FILES_BUCKET: v.optional(bucketName),
  FILES_BUCKET_ENDPOINT: v.optional(endpoint),
  FILES_BUCKET_REGION: v.optional(text, 'us-east-1'),
  FILES_BUCKET_KEY_ID: v.optional(text),
  FILES_BUCKET_SECRET: v.optional(text),
  CLAMD_URL: v.optional(scannerAddress),
  CLAMD_MAX_MIB: v.optional(upTo(4095)),
  WEBHOOK_ALLOW_PRIVATE: v.optional(onOff, 'off'),
  ...MAIL_IN_ENVIRONMENT,
  ...OPENID_ENVIRONMENT,
  ...MODEL_ENVIRONMENT,
  ...CHANGEABLE,
  ...FORMER_ENVIRONMENT,
});

/** Thrown at start, with one line for each invalid setting. */
export class SettingsError extends OperatorError {
  override readonly name = 'SettingsError';
}

const fail = (message: string): never => {
  throw new SettingsError(message);
};

/** Reads and validates the settings; throws {@link SettingsError} naming each invalid one. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const set = readEnvironment(env);
  return {
    port: set.PORT,
    host: set.HOST,
    publicOrigin: set.PUBLIC_ORIGIN,
    origin: set.PUBLIC_ORIGIN ?? `http://localhost:${set.PORT}`,
    dataDir: set.DATA_DIR,
    databaseUrl: set.DATABASE_URL,
    redisUrl: set.REDIS_URL,
    demo: set.DEMO,
    trustedProxies: set.TRUSTED_PROXIES,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? set.SUPPORT_EMAIL,
    mailIn: readMailIn(set, set.MAIL_FROM ?? set.SUPPORT_EMAIL, fail),
    conversationsByMail: set.CONVERSATIONS_BY_MAIL === 'on',
    logLevel: set.LOG_LEVEL,
    metricsToken: set.METRICS_TOKEN,
    // With the embedded database there is no other process that could take over meanwhile.
    drainGraceSeconds: set.DRAIN_GRACE_SECONDS ?? (set.DATABASE_URL ? 5 : 0),
    chatQuietHours: set.CHAT_QUIET_HOURS,
    searchLanguage: set.SEARCH_LANGUAGE,
    chatCapacity: set.CHAT_CAPACITY,
    secondFactorFor: set.SECOND_FACTOR_FOR,
    signUp: set.SIGN_UP,
    openId: readOpenId(set, fail),
    model: readModel(set, fail),
    answerDrafts: set.ANSWER_DRAFTS,
    agentAwayMinutes: set.AGENT_AWAY_MINUTES,
    chatHours: set.CHAT_HOURS && {
      openings: set.CHAT_HOURS,
      timeZone: set.SUPPORT_TIMEZONE,
    },
    answerTargets: {
      support: set.ANSWER_TARGET_SUPPORT,
      sales: set.ANSWER_TARGET_SALES,
      orders: set.ANSWER_TARGET_ORDERS,
      general: set.ANSWER_TARGET_GENERAL,
    },
    fileMaxMib: set.FILE_MAX_MIB,
    orderFileMaxMib: set.ORDER_FILE_MAX_MIB ?? set.FILE_MAX_MIB,
    orderFilesMib: set.ORDER_FILES_MIB,
    filesPerMessage: set.FILES_PER_MESSAGE,
    filesPerHourMib: set.FILES_PER_HOUR_MIB,
    networkFilesPerHourMib: set.NETWORK_FILES_PER_HOUR_MIB,
    memberFilesPerHourMib: set.MEMBER_FILES_PER_HOUR_MIB,
    unsentFilesMib: set.UNSENT_FILES_MIB,
    pictureMemoryMib: set.PICTURE_MEMORY_MIB,
    filesDir: set.FILES_DIR ?? join(set.DATA_DIR, 'files'),
    bucket: readBucket(set),
    scanner: set.CLAMD_URL,
    scannerMaxMib: set.CLAMD_MAX_MIB,
    webhookAllowPrivate: set.WEBHOOK_ALLOW_PRIVATE,
    chatsExpireAfterDays: set.RETENTION_CHAT_DAYS,
    reviewEmailsExpireAfterDays: set.RETENTION_REVIEW_EMAIL_DAYS,
    auditExpiresAfterDays: set.RETENTION_AUDIT_DAYS,
    invoicesExpireAfterDays: set.RETENTION_INVOICE_DAYS,
    brandName: set.BRAND_NAME,
    languages: readLanguages(set),
    currency: set.CURRENCY,
    formats: set.FORMATS === 'language' ? undefined : set.FORMATS,
    supportEmail: set.SUPPORT_EMAIL,
    supportPhone: set.SUPPORT_PHONE,
    postalAddress: set.POSTAL_ADDRESS,
    widgetOrigins: set.WIDGET_ORIGINS ?? [],
    paymentUrl: set.PAYMENT_URL,
    bankDetails: set.BANK_DETAILS ?? '',
    directOrders: set.DIRECT_ORDERS === 'on',
    tax: readTax(set),
    seller: {
      name: set.SELLER_NAME ?? '',
      address: set.SELLER_ADDRESS ?? '',
      country: set.SELLER_COUNTRY ?? '',
      taxNumber: set.SELLER_TAX_NUMBER ?? '',
    },
    invoiceNumbers: set.INVOICE_NUMBERS,
    creditNoteNumbers: set.CREDIT_NOTE_NUMBERS,
    invoiceReminders: set.INVOICE_REMINDERS,
    orderPaymentDays: set.ORDER_PAYMENT_DAYS,
    orderAcceptanceDays: set.ORDER_ACCEPTANCE_DAYS,
    paymentProviders: readPaymentSettings(set, fail),
    supportHours: set.SUPPORT_HOURS,
    supportTimezone: set.SUPPORT_TIMEZONE,
    governingState: set.GOVERNING_STATE,
  };
}

function readEnvironment(env: Record<string, string | undefined>): Environment {
  // Compose files produce empty variables, which mean "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const result = v.safeParse(environment, given);
  if (!result.success) {
    const lines = result.issues.map(
      (issue) => `${issue.path?.map((part) => String(part.key)).join('.')} ${issue.message}`,
    );
    throw new SettingsError(lines.join('\n'));
  }
  const set = result.output;
  if (set.SMTP_URL && !set.MAIL_FROM) {
    throw new SettingsError('MAIL_FROM must be set together with SMTP_URL');
  }
  if (set.REDIS_URL && !set.DATABASE_URL) {
    throw new SettingsError(
      'REDIS_URL connects several processes, but the embedded database belongs to one: ' +
        'set DATABASE_URL to a PostgreSQL database, or remove REDIS_URL',
    );
  }
  if (set.ORDER_FILES_MIB < (set.ORDER_FILE_MAX_MIB ?? set.FILE_MAX_MIB)) {
    throw new SettingsError(
      'ORDER_FILES_MIB must not be less than ORDER_FILE_MAX_MIB, or FILE_MAX_MIB without it',
    );
  }
  return set;
}

/** Without the seller's country nobody knows which tax applies. */
function readTax(set: Environment): Settings['tax'] {
  if (set.TAX === 'off') return undefined;
  if (set.SELLER_COUNTRY === undefined) {
    throw new SettingsError('SELLER_COUNTRY must be set while TAX is on');
  }
  return {
    sellerCountry: set.SELLER_COUNTRY,
    pricesIncludeTax: set.TAX_PRICES === 'inclusive',
    rates: set.TAX_RATES ?? [],
    reverseChargeCountries: set.REVERSE_CHARGE_COUNTRIES ?? [],
  };
}

function readLanguages(set: Environment): ShopLanguages {
  const offered = orderShopLanguages(set.SHOP_LANGUAGES, set.MAIN_LANGUAGE) ?? [];
  return { main: offered[0] ?? SOURCE_LANGUAGE, offered };
}

function readBucket(set: Environment): BucketSettings | undefined {
  const bucket = set.FILES_BUCKET;
  const keyId = set.FILES_BUCKET_KEY_ID;
  const secret = set.FILES_BUCKET_SECRET;
  if (!bucket) return undefined;
  if (!keyId || !secret) {
    throw new SettingsError(
      'FILES_BUCKET needs FILES_BUCKET_KEY_ID and FILES_BUCKET_SECRET, a key that may read and write the bucket',
    );
  }
  return {
    bucket,
    endpoint: set.FILES_BUCKET_ENDPOINT,
    region: set.FILES_BUCKET_REGION,
    keyId,
    secret,
  };
}

type Environment = v.InferOutput<typeof environment>;
