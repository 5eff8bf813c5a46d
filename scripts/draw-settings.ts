import * as v from 'valibot';
import { english } from '../app/i18n/translate.ts';
import { isSettingName } from '../app/platform/changeable-settings.ts';
import { PAYMENT_ENVIRONMENT } from '../app/platform/payment-settings.server.ts';
import { environment } from '../app/platform/settings.server.ts';
import { SETTING_LABELS } from '../app/accounts/protocol/setting-labels.ts';

type Name = keyof typeof environment.entries;

const GROUPS = [
  'Network',
  'Database and files',
  'Limits for files',
  'Email',
  'Shop',
  'Chat',
  'Orders and payment',
  'Team and sign-in',
  'Replies suggested by a model',
  'Retention',
  'Operation',
] as const;

interface Explanation {
  readonly group: (typeof GROUPS)[number];
  readonly meaning: string;
  /** The default, if the definition has none because it depends on something else. */
  readonly fallback?: string;
}

/** The definitions of payment settings contain their meaning, so that a new provider needs no line here. */
type PaymentName = keyof typeof PAYMENT_ENVIRONMENT;

const EXPLANATIONS: Readonly<Record<Exclude<Name, PaymentName>, Explanation>> = {
  PORT: { group: 'Network', meaning: 'The port the server listens on.' },
  HOST: { group: 'Network', meaning: 'The address the server listens on.' },
  PUBLIC_ORIGIN: {
    group: 'Network',
    meaning:
      'The address that people type, such as `https://shop.example`. It is used in links, Origin checks and Secure cookies. Without it, the server only serves this computer.',
  },
  TRUSTED_PROXIES: {
    group: 'Network',
    fallback: 'none',
    meaning:
      'Addresses or networks of proxies whose `X-Forwarded-For` the server trusts, separated by commas.',
  },
  WEBHOOK_ALLOW_PRIVATE: {
    group: 'Network',
    meaning:
      'Allows webhooks to addresses inside your network, and over http. Otherwise webhooks only go over https to the Internet, and to this computer while `PUBLIC_ORIGIN` is not set.',
  },
  DATA_DIR: {
    group: 'Database and files',
    meaning: 'Folder of the embedded database, of uploaded files, and of emails without SMTP.',
  },
  DATABASE_URL: {
    group: 'Database and files',
    meaning: 'PostgreSQL 15 or newer, used instead of the embedded database.',
  },
  REDIS_URL: {
    group: 'Database and files',
    meaning:
      'Redis 6.2 or newer, which connects several processes that share one `DATABASE_URL`. See [operations](operations/capacity.md#from-one-process-to-many).',
  },
  DEMO: {
    group: 'Database and files',
    fallback: 'on for a new embedded database',
    meaning: 'Adds demo data to a new database.',
  },
  FILES_DIR: {
    group: 'Database and files',
    fallback: '`DATA_DIR/files`',
    meaning: 'Folder of uploaded files. Several processes must share one folder, or use a bucket.',
  },
  FILES_BUCKET: {
    group: 'Database and files',
    meaning: 'Stores files in this S3 bucket instead of `FILES_DIR`.',
  },
  FILES_BUCKET_ENDPOINT: {
    group: 'Database and files',
    fallback: 'Amazon S3',
    meaning: 'The endpoint of another S3-compatible provider.',
  },
  FILES_BUCKET_REGION: { group: 'Database and files', meaning: 'The region of the bucket.' },
  FILES_BUCKET_KEY_ID: {
    group: 'Database and files',
    meaning: 'The access key, which must be allowed to read, write, list and delete.',
  },
  FILES_BUCKET_SECRET: { group: 'Database and files', meaning: 'The secret of the access key.' },
  CLAMD_URL: {
    group: 'Database and files',
    meaning:
      'ClamAV, which scans each file before it is stored. While ClamAV does not answer, files wait.',
  },
  CLAMD_MAX_MIB: {
    group: 'Database and files',
    fallback: 'every file is scanned',
    meaning:
      'The largest file that ClamAV accepts (`StreamMaxLength`). Larger deliveries of the team are stored without a scan; larger files of buyers are refused.',
  },
  FILE_MAX_MIB: { group: 'Limits for files', meaning: 'The maximum size of one file.' },
  ORDER_FILE_MAX_MIB: {
    group: 'Limits for files',
    fallback: '`FILE_MAX_MIB`',
    meaning:
      'The maximum size of one file of an order: a delivery, or a file that the buyer adds after paying. See [operations](operations/files.md#large-files-of-orders).',
  },
  ORDER_FILES_MIB: {
    group: 'Limits for files',
    meaning: 'All files of one order together, including those that are not yet sent.',
  },
  FILES_PER_MESSAGE: {
    group: 'Limits for files',
    meaning: 'The maximum number of files in one message.',
  },
  FILES_PER_HOUR_MIB: { group: 'Limits for files', meaning: 'Uploads of one chat in an hour.' },
  NETWORK_FILES_PER_HOUR_MIB: {
    group: 'Limits for files',
    meaning: 'Uploads of one network in an hour, over all chats and orders.',
  },
  MEMBER_FILES_PER_HOUR_MIB: {
    group: 'Limits for files',
    meaning: 'Uploads of one team member in an hour, over chats, orders and the catalogue.',
  },
  UNSENT_FILES_MIB: {
    group: 'Limits for files',
    meaning:
      'Uploaded files of all visitors that are not yet sent, of which one network may have a tenth; twice this size for chats that the team has answered.',
  },
  PICTURE_MEMORY_MIB: {
    group: 'Limits for files',
    meaning: 'Memory for decoding one picture. Pictures that would need more are refused.',
  },
  SMTP_URL: {
    group: 'Email',
    meaning:
      'The mail server. Without it, emails are saved in `DATA_DIR/outbox` and their links are printed in the log.',
  },
  MAIL_FROM: {
    group: 'Email',
    fallback: '`SUPPORT_EMAIL`',
    meaning: 'The sender of every email. Required together with `SMTP_URL`.',
  },
  IMAP_URL: {
    group: 'Email',
    meaning:
      'The mailbox that receives replies to emails. In user and password write `@` as `%40` and `/` as `%2F`. With `imap://` the connection is encrypted before the password is sent (STARTTLS), except on this computer. See [operations](operations/email.md).',
  },
  MAIL_WEBHOOK_SECRET: {
    group: 'Email',
    meaning:
      'The secret with which an email provider posts received emails. Create one with `openssl rand -hex 24`.',
  },
  REPLY_ADDRESS: {
    group: 'Email',
    fallback: 'the user of `IMAP_URL`, else `MAIL_FROM`',
    meaning: 'The address whose sub-addresses (`name+…@host`) receive replies.',
  },
  CONVERSATIONS_BY_MAIL: {
    group: 'Email',
    meaning: '`on`: an email that does not reply to one of ours starts a conversation.',
  },
  BRAND_NAME: { group: 'Shop', meaning: 'The name on every page and in every email.' },
  SHOP_LANGUAGES: {
    group: 'Shop',
    meaning:
      'The languages of the shop and the chat, such as `en, es`. The first is the main language: its pages are at `/`, those of the others at `/` and their code. The team also reads it, unless a member chooses another at `/team/account`. The earlier values `english`, `spanish` and `english and spanish` are still understood.',
  },
  MAIN_LANGUAGE: {
    group: 'Shop',
    meaning:
      'Replaced by the order of `SHOP_LANGUAGES`. Read only while `SHOP_LANGUAGES` has an earlier value.',
  },
  FORMATS: {
    group: 'Shop',
    meaning:
      'How numbers, money and dates are written: as in the language of the page, or as in a country.',
  },
  CURRENCY: {
    group: 'Shop',
    meaning:
      'The currency of new prices, offers and imported rows. Changing the currency in the portal keeps every amount: 80 stays 80.',
  },
  SUPPORT_EMAIL: { group: 'Shop', meaning: 'Email address on the contact and legal pages.' },
  SUPPORT_PHONE: { group: 'Shop', meaning: 'Telephone number on the contact and legal pages.' },
  POSTAL_ADDRESS: { group: 'Shop', meaning: 'Postal address on the contact and legal pages.' },
  GOVERNING_STATE: {
    group: 'Shop',
    meaning: 'The state or country whose law governs the terms, as they name it.',
  },
  SUPPORT_TIMEZONE: {
    group: 'Shop',
    meaning: 'The time zone of all hours, and of the days in reports.',
  },
  SUPPORT_HOURS: {
    group: 'Shop',
    meaning: 'Support hours on the refund page. They do not close the chat.',
  },
  CHAT_HOURS: {
    group: 'Chat',
    fallback: 'always open',
    meaning:
      'Opening hours of the chat in `SUPPORT_TIMEZONE`. Reports and waiting times count these hours only.',
  },
  CHAT_QUIET_HOURS: {
    group: 'Chat',
    meaning: 'A conversation without a message for this time is resolved automatically.',
  },
  CHAT_CAPACITY: {
    group: 'Chat',
    fallback: 'any number',
    meaning:
      'Maximum number of chats assigned to an agent at the same time, unless a manager has set a number for that agent.',
  },
  AGENT_AWAY_MINUTES: {
    group: 'Chat',
    meaning:
      'An agent without a connection for this time is away, and the waiting visitors are assigned to other agents.',
  },
  ANSWER_TARGET_SUPPORT: {
    group: 'Chat',
    meaning: 'Minutes within which support questions should be answered. Longer waits turn red.',
  },
  ANSWER_TARGET_SALES: { group: 'Chat', meaning: 'The same for questions about sales.' },
  ANSWER_TARGET_ORDERS: { group: 'Chat', meaning: 'The same for questions about orders.' },
  ANSWER_TARGET_GENERAL: { group: 'Chat', meaning: 'The same for all other topics.' },
  SEARCH_LANGUAGE: {
    group: 'Chat',
    meaning:
      'The language of the team’s message search, such as `german`; `simple` finds words exactly as written.',
  },
  WIDGET_ORIGINS: {
    group: 'Chat',
    fallback: 'none',
    meaning: 'Websites that may embed the chat. See [operations](operations/other-websites.md).',
  },
  PAYMENT_URL: {
    group: 'Orders and payment',
    meaning: 'The payment link of orders and of the payment page.',
  },
  DIRECT_ORDERS: {
    group: 'Orders and payment',
    meaning:
      '`on`: buyers order services directly, unless the catalogue excludes a service. `off`: every order begins with an offer.',
  },
  TAX: {
    group: 'Orders and payment',
    meaning: '`on`: offers and orders have tax. Needs `SELLER_COUNTRY`.',
  },
  TAX_PRICES: {
    group: 'Orders and payment',
    meaning: 'Whether prices contain the tax: `exclusive` or `inclusive`.',
  },
  TAX_RATES: {
    group: 'Orders and payment',
    meaning:
      'Rates by country, such as `DE 19% VAT; DE 7% reduced; DE 16% VAT from 2020-07-01`. The first name of a country is its default.',
  },
  REVERSE_CHARGE_COUNTRIES: {
    group: 'Orders and payment',
    meaning: 'Countries whose businesses owe the tax themselves, such as `AT, FR`.',
  },
  SELLER_NAME: { group: 'Orders and payment', meaning: 'Name of the seller on invoices.' },
  SELLER_ADDRESS: {
    group: 'Orders and payment',
    meaning: 'Address of the seller on invoices, in lines and without the country.',
  },
  BANK_DETAILS: {
    group: 'Orders and payment',
    meaning:
      'Lines for bank transfers, shown with the order’s number on unpaid orders and invoices.',
  },
  SELLER_COUNTRY: {
    group: 'Orders and payment',
    meaning: 'Country of the seller in two letters, such as `DE`.',
  },
  SELLER_TAX_NUMBER: {
    group: 'Orders and payment',
    meaning:
      'VAT ID, such as `DE123456789`, or tax number of the seller, on receipts and invoices.',
  },
  INVOICE_NUMBERS: {
    group: 'Orders and payment',
    meaning:
      'The pattern of the numbers of invoices. With `{year}`, they begin at 1 each year; there are no gaps.',
  },
  CREDIT_NOTE_NUMBERS: {
    group: 'Orders and payment',
    meaning:
      'The pattern of the numbers of credit notes, with other letters than that of invoices.',
  },
  INVOICE_REMINDERS: {
    group: 'Orders and payment',
    meaning:
      'The days after the due date on which the buyer of an unpaid invoice gets an email, or `off`.',
  },
  ORDER_PAYMENT_DAYS: {
    group: 'Orders and payment',
    meaning: 'An order that is not paid within this time is cancelled.',
  },
  ORDER_ACCEPTANCE_DAYS: {
    group: 'Orders and payment',
    meaning:
      'A delivery without an answer is accepted after this time. The buyer is reminded on the third and the sixth day; with less than seven days, at the latest on the day before the last, and with one day twelve hours after the delivery.',
  },
  SIGN_UP: {
    group: 'Team and sign-in',
    meaning: 'Who may request an account on `/create-account`: anyone, or only invited people.',
  },
  SECOND_FACTOR_FOR: {
    group: 'Team and sign-in',
    meaning:
      'Who must use a second factor: `managers` includes admins, `support` includes managers and admins. `automatic` means admins, starting seven days after the first admin has set up a factor.',
  },
  OPENID_ISSUER: {
    group: 'Team and sign-in',
    meaning:
      'Turns on sign-in with OpenID Connect. http is only allowed on this computer. See [operations](operations/openid.md).',
  },
  OPENID_CLIENT_ID: { group: 'Team and sign-in', meaning: 'The client ID from the provider.' },
  OPENID_CLIENT_SECRET: {
    group: 'Team and sign-in',
    meaning: 'The client secret from the provider.',
  },
  OPENID_SCOPES: {
    group: 'Team and sign-in',
    meaning: 'The requested scopes. Some providers also need `groups`.',
  },
  OPENID_NAME: {
    group: 'Team and sign-in',
    fallback: 'the host of the issuer',
    meaning: 'The name on the button: ‘Continue with …’.',
  },
  OPENID_ROLE_CLAIM: {
    group: 'Team and sign-in',
    meaning:
      'The claim with the groups of a person; `realm_access.roles` looks inside another claim.',
  },
  OPENID_ROLES: {
    group: 'Team and sign-in',
    fallback: 'roles are assigned in the portal only',
    meaning:
      'Maps values of the claim to roles, such as `desk-leads=manager, desk=agent`. The first match counts, at every sign-in; `*` matches everybody. A person without a match cannot sign in this way.',
  },
  OPENID_NEW_ACCOUNTS: {
    group: 'Team and sign-in',
    meaning:
      'People without an account: `approval` waits for an admin (unless `SIGN_UP` is `invited`), `join` creates an account with the mapped role, `nobody` refuses them.',
  },
  OPENID_TRUSTED_FACTORS: {
    group: 'Team and sign-in',
    fallback: 'none',
    meaning: 'Values of `amr` or `acr`, such as `mfa`, that replace the second factor here.',
  },
  MODEL_URL: {
    group: 'Replies suggested by a model',
    meaning:
      'The address before `/chat/completions`, such as `http://127.0.0.1:11434/v1`. See [operations](operations/suggested-replies.md).',
  },
  MODEL_NAME: { group: 'Replies suggested by a model', meaning: 'The name of the model.' },
  MODEL_KEY: {
    group: 'Replies suggested by a model',
    meaning:
      'Sent as `Authorization: Bearer …`. Leave it empty for an endpoint without authentication.',
  },
  ANSWER_DRAFTS: {
    group: 'Replies suggested by a model',
    meaning: '`off` turns suggestions off without a restart. It has no effect without `MODEL_URL`.',
  },
  RETENTION_CHAT_DAYS: {
    group: 'Retention',
    fallback: 'kept',
    meaning:
      'Conversations are deleted this long after they were resolved, together with visitors and browsers without other data.',
  },
  RETENTION_REVIEW_EMAIL_DAYS: {
    group: 'Retention',
    fallback: 'kept',
    meaning: 'The email address of a review is deleted after this time. The review stays.',
  },
  RETENTION_AUDIT_DAYS: {
    group: 'Retention',
    meaning: 'Entries of the audit log are deleted after this time.',
  },
  RETENTION_INVOICE_DAYS: {
    group: 'Retention',
    meaning:
      'The invoices of erased buyers are deleted after this time, which is ten years. Other invoices stay.',
  },
  LOG_LEVEL: { group: 'Operation', meaning: 'The lowest level that is logged.' },
  METRICS_TOKEN: {
    group: 'Operation',
    meaning:
      'The bearer token of `/metrics`. Without it, `/metrics` only answers this computer, and only while `PUBLIC_ORIGIN` is not set.',
  },
  DRAIN_GRACE_SECONDS: {
    group: 'Operation',
    fallback: '5 with `DATABASE_URL`, else 0',
    meaning: 'How long a process still accepts connections after SIGTERM.',
  },
};

function explain(name: Name): Explanation {
  if (!isPaymentName(name)) return EXPLANATIONS[name];
  const meaning = v.getDescription(PAYMENT_ENVIRONMENT[name].wrapped) ?? '';
  return { group: 'Orders and payment', meaning };
}

function isPaymentName(name: Name): name is PaymentName {
  return name in PAYMENT_ENVIRONMENT;
}

/** Renders `docs/settings.md` from the definitions of the settings. */
export function drawSettings(): string {
  const names = Object.keys(environment.entries) as Name[];
  const sections = GROUPS.map((group) => {
    const rows = names.filter((name) => explain(name).group === group).map(drawRow);
    return [
      `## ${group}`,
      '',
      '| setting | default | values | meaning |',
      '|---|---|---|---|',
      ...rows,
      '',
    ].join('\n');
  });
  return `${HEAD}\n${sections.join('\n')}`;
}

const HEAD = `# Settings

<!-- \`npm run settings-page\` writes this page from the definitions in the code. -->

Every setting is optional and an environment variable. An invalid value stops the start with a message that names the
setting. An empty variable counts as not set.

Settings with a name in *italics* are also on \`/team/settings\` under that name. A value that an admin saves there wins over the
environment variable, immediately and on every process, until the admin resets it
([decision 12](decisions/012-settings.md)). The others need a restart. Sizes are in MiB.
`;

function drawRow(name: Name): string {
  const { meaning, fallback } = explain(name);
  const schema: SettingSchema = environment.entries[name];
  const label = isSettingName(name) ? `<br>*${english(SETTING_LABELS[name])}*` : '';
  const byDefault = fallback ?? (schema.default === undefined ? '–' : `\`${schema.default}\``);
  return `| \`${name}\`${label} | ${byDefault} | ${describeValues(schema)} | ${meaning} |`;
}

type SettingSchema = v.OptionalSchema<v.GenericSchema<string, unknown>, string | undefined>;

const MOST_LISTED_OPTIONS = 10;

/** Takes the allowed values from the message about a value that no setting with a format accepts. */
function describeValues(schema: SettingSchema): string {
  const options = 'options' in schema.wrapped ? (schema.wrapped.options as readonly string[]) : [];
  if (options.length > 0 && options.length <= MOST_LISTED_OPTIONS) {
    return options.map((option) => `\`${option}\``).join(', ');
  }
  const result = v.safeParse(schema, '?');
  if (result.success) return 'text';
  return result.issues[0].message
    .replace(/^must be /, '')
    .replace(/^must (start|contain)/, '$1s')
    .replace(/^must have/, 'has');
}
