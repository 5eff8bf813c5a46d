import * as v from 'valibot';

/** The settings for replies by email (rule 170). */
export interface MailInSettings {
  /** Each email gets its own sub-address as reply address: 'name+secret@host'. */
  readonly replyAddress: string;
  readonly imap: ImapSettings | undefined;
  readonly webhookSecret: string | undefined;
}

export interface ImapSettings {
  readonly host: string;
  readonly port: number;
  /**
   * True for implicit TLS; otherwise STARTTLS is used if offered, and required except on localhost.
   */
  readonly isEncrypted: boolean;
  readonly user: string;
  readonly password: string;
  readonly folder: string;
}

const IMAPS_PORT = 993;
const IMAP_PORT = 143;

const imapUrl = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text);
    return url !== null && /^imaps?:$/.test(url.protocol) && url.hostname !== '';
  }, 'must be an address such as imaps://user:password@mail.example.com/INBOX'),
  v.check((text) => {
    const url = URL.parse(text);
    return url !== null && url.username !== '' && url.password !== '';
  }, 'must have a user name and a password, with @ written as %40 and / as %2F'),
  v.check((text) => {
    const { username = '', password = '', pathname = '' } = URL.parse(text) ?? {};
    return [username, password, pathname].every(isDecodable);
  }, 'must have every % in its user name, password and folder written as %25'),
);

/** The sub-address adds '+' and 32 characters to the local part, which may have 64. */
const replyAddress = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(
    /^[a-z\d.!#$%&'*/=?^_`{|}~-]{1,31}@[a-z\d-]+(?:\.[a-z\d-]+)+$/,
    'must be an email address with at most 31 characters and no + before the at sign',
  ),
);

const webhookSecret = v.pipe(
  v.string(),
  v.regex(/^[\w.~-]{24,200}$/, 'must have 24 to 200 characters: letters, digits or . ~ - _'),
);

export const MAIL_IN_ENVIRONMENT = {
  IMAP_URL: v.optional(imapUrl),
  MAIL_WEBHOOK_SECRET: v.optional(webhookSecret),
  REPLY_ADDRESS: v.optional(replyAddress),
} as const;

interface MailInEnvironment {
  readonly IMAP_URL?: string | undefined;
  readonly MAIL_WEBHOOK_SECRET?: string | undefined;
  readonly REPLY_ADDRESS?: string | undefined;
}

/**
 * Returns undefined without any source of incoming email; `fail` throws an error that names the
 * setting.
 */
export function readMailIn(
  set: MailInEnvironment,
  mailFrom: string,
  fail: (message: string) => never,
): MailInSettings | undefined {
  if (!set.IMAP_URL && !set.MAIL_WEBHOOK_SECRET) return undefined;
  const imap = set.IMAP_URL === undefined ? undefined : readImap(set.IMAP_URL);
  const address = set.REPLY_ADDRESS ?? findAddress([imap?.user, mailFrom]);
  if (address === undefined) {
    return fail(
      'REPLY_ADDRESS must be set together with IMAP_URL or MAIL_WEBHOOK_SECRET: the address that receives replies to emails, such as support@shop.example',
    );
  }
  return { replyAddress: address, imap, webhookSecret: set.MAIL_WEBHOOK_SECRET };
}

function findAddress(texts: readonly (string | undefined)[]): string | undefined {
  for (const text of texts) {
    const bare = /<([^<>]+)>$/.exec(text ?? '')?.[1] ?? text;
    const read = v.safeParse(replyAddress, bare);
    if (read.success) return read.output;
  }
  return undefined;
}

function readImap(text: string): ImapSettings {
  const url = new URL(text);
  const isEncrypted = url.protocol === 'imaps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isEncrypted ? IMAPS_PORT : IMAP_PORT)),
    isEncrypted,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.replace(/^\//, '')) || 'INBOX',
  };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
