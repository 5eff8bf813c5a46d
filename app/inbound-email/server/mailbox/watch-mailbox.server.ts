import { randomUUID } from 'node:crypto';
import type { ImapFlow, MailboxObject } from 'imapflow';
import { isDatabaseAway } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { ImapSettings } from '../../../platform/mail-in-settings.server.ts';
import type { InboundEmailContext } from '../open-inbound-mail.server.ts';
import { keepLeftOut } from '../left-out/left-out.server.ts';
import { isTaken, type MailInOutcome, MAIL_MAX_BYTES } from '../../rules.ts';
import { takeMail } from '../take-mail.server.ts';
import {
  beginMailbox,
  forgetTries,
  giveLeaseBack,
  noteFault,
  noteTry,
  noteWorked,
  passMail,
  readIntake,
  takeLease,
} from './intake.server.ts';
import { inboundMessage } from '../../stored-messages.ts';
import { messageOf, type StoredMessage } from '../../../platform/stored-message.ts';
import { StoredError } from '../../../platform/stored-error.server.ts';

/** A temporary failure on our side that delays processing an email. */
class NotYetError extends StoredError {
  override readonly name = 'NotYetError';
}

const FAULTS: Readonly<Record<string, StoredMessage>> = {
  ENOTFOUND: inboundMessage('mailbox.name-unknown'),
  EAI_AGAIN: inboundMessage('mailbox.name-failed'),
  ECONNREFUSED: inboundMessage('mailbox.refused'),
  ECONNRESET: inboundMessage('mailbox.ended'),
  EHOSTUNREACH: inboundMessage('mailbox.unreachable'),
  ENETUNREACH: inboundMessage('mailbox.unreachable'),
  ETIMEDOUT: inboundMessage('mailbox.timeout'),
  ETIMEOUT: inboundMessage('mailbox.timeout'),
  CONNECT_TIMEOUT: inboundMessage('mailbox.timeout'),
  GREETING_TIMEOUT: inboundMessage('mailbox.timeout'),
  UPGRADE_TIMEOUT: inboundMessage('mailbox.timeout'),
  NoConnection: inboundMessage('mailbox.ended'),
  EConnectionClosed: inboundMessage('mailbox.ended'),
};

const SILENCE_MS = 5 * 60_000;
const CONNECT_MS = 20_000;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The server announces new emails. Polling covers servers that sometimes fail to do so. */
const LOOK_AFTER_MS = MINUTE_MS;
/** The polling interval for servers without IDLE. */
const POLL_AFTER_MS = 15 * SECOND_MS;
const RETRY_AFTER_MS = [5, 15, 30, 60, 120, 300].map((seconds) => seconds * SECOND_MS);
const BEGINNING_BYTES = 1024 * 1024;
/** The lease is renewed several times before it expires. */
const LEASE_ASKED_AFTER_MS = 15 * SECOND_MS;
/** The age limit of unread emails that are processed when a mailbox is read for the first time. */
const FIRST_DAYS = 7;
/** The number of attempts for an email that crashes the process or causes an unexpected error. */
const TRIES = 5;
/** The number of emails per round, so that other scheduled jobs get their turn. */
const AT_ONCE = 50;

interface Opened {
  readonly client: ImapFlow;
  readonly mailbox: MailboxObject;
}

/**
 * Reads the mailbox for answers. The position advances only after the commit: after a crash the email is
 * found again and recognised by its name. Emails are never deleted or moved; processed ones are marked as
 * read.
 */
export class MailboxWatch {
  readonly #appContext: InboundEmailContext;
  readonly #name = randomUUID();
  #opened: Opened | undefined;
  #hasNews = true;
  #lookedAt = -Infinity;
  #failures = 0;
  #nextTryAt = -Infinity;
  #inProgress: Promise<void> | undefined;
  #isClosed = false;
  #isHolder = false;
  #leaseAskedAt = -Infinity;

  constructor(appContext: InboundEmailContext) {
    this.#appContext = appContext;
    appContext.inboundMail.onClose(() => this.close());
  }

  /** Runs a round: connects if necessary, processes new emails and reports the result. Rounds never overlap. */
  look(): Promise<void> {
    return (this.#inProgress ??= this.#look().finally(() => {
      this.#inProgress = undefined;
    }));
  }

  /** Closes the connection. A running round fails, and its unfinished emails are found again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end();
    await this.#inProgress?.catch(() => undefined);
    if (this.#isHolder) await giveLeaseBack(this.#appContext, this.#name).catch(() => undefined);
  }

  #end(): void {
    this.#opened?.client.close();
    this.#opened = undefined;
  }

  async #look(): Promise<void> {
    const { settings, clock, inboundMail } = this.#appContext;
    const imap = settings.mailIn?.imap;
    const now = clock.now().getTime();
    if (!imap || this.#isClosed || now < this.#nextTryAt) return;
    if (!(await this.#holdsLease(now))) {
      this.#end();
      return inboundMail.report.mailbox(undefined);
    }
    const after = this.#opened?.client.capabilities.has('IDLE') ? LOOK_AFTER_MS : POLL_AFTER_MS;
    if (this.#opened && !this.#hasNews && now - this.#lookedAt < after) return;
    try {
      const isEmpty = await this.#takeIn(imap);
      this.#failures = 0;
      this.#lookedAt = now;
      inboundMail.report.mailbox(true);
      if (isEmpty) this.#idle();
      else this.#hasNews = true;
    } catch (error) {
      if (!this.#isClosed) await this.#fail(error);
    }
  }

  /**
   * The lease is checked rarely. Two processes that read the mailbox for a moment still process nothing
   * twice.
   */
  async #holdsLease(now: number): Promise<boolean> {
    if (now < this.#leaseAskedAt + LEASE_ASKED_AFTER_MS) return this.#isHolder;
    this.#isHolder = await takeLease(this.#appContext, this.#name);
    this.#leaseAskedAt = now;
    return this.#isHolder;
  }

  async #fail(error: unknown): Promise<void> {
    const { log, clock, inboundMail } = this.#appContext;
    this.#end();
    const wait = RETRY_AFTER_MS[Math.min(this.#failures, RETRY_AFTER_MS.length - 1)] ?? MINUTE_MS;
    this.#failures += 1;
    this.#nextTryAt = clock.now().getTime() + wait;
    this.#hasNews = true;
    inboundMail.report.mailbox(false);
    log.warn(
      { err: error, failures: this.#failures, retryAfterMs: wait },
      'Could not read the reply mailbox',
    );
    await noteFault(this.#appContext, explainFault(error));
  }

  /** Processes new emails, up to the limit of a round. Returns true if none are left. */
  async #takeIn(imap: ImapSettings): Promise<boolean> {
    const { client, mailbox } = (this.#opened ??= await this.#open(imap));
    this.#hasNews = false;
    const name = `${imap.user}@${imap.host}/${imap.folder} ${mailbox.uidValidity}`;
    const state = await this.#stateOf(client, mailbox, name);
    // Dovecot searches only the emails it has announced, and announces new ones only after a command such as
    // NOOP.
    await client.noop();
    const found = await client.search({ uid: `${state.lastUid + 1}:*` }, { uid: true });
    // A range that ends with '*' always includes the last email, even if the range starts behind it.
    const uids = (found || []).filter((uid) => uid > state.lastUid).toSorted((a, b) => a - b);
    let hasMail = false;
    for (const uid of uids.slice(0, AT_ONCE)) {
      // oxlint-disable-next-line no-await-in-loop -- in their order, and one at a time in memory
      const outcome = await this.#takeOne(client, uid, state.knownBelow);
      if (outcome !== undefined && isTaken(outcome)) hasMail = true;
    }
    await noteWorked(this.#appContext, 'imap', hasMail);
    return uids.length <= AT_ONCE;
  }

  async #open(imap: ImapSettings): Promise<Opened> {
    const opened: Opened = await openMailbox(imap, {
      onNews: () => {
        this.#hasNews = true;
        // During a round, the announced email may be the one that is just being processed.
        if (!this.#inProgress && !this.#isClosed) void this.look().catch(() => undefined);
      },
      onEnd: () => {
        if (this.#opened === opened) this.#opened = undefined;
      },
    });
    return opened;
  }

  /** Returns the position to continue from. A new mailbox starts with the unread emails of the last days. */
  async #stateOf(client: ImapFlow, { uidNext }: MailboxObject, name: string) {
    const state = await readIntake(this.#appContext.db);
    if (state?.mailbox === name) return state;
    const since = new Date(this.#appContext.clock.now().getTime() - FIRST_DAYS * DAY_MS);
    const unread = (await client.search({ seen: false, since }, { uid: true })) || [];
    const lastUid = Math.min(uidNext, ...unread) - 1;
    await beginMailbox(this.#appContext, { mailbox: name, lastUid, knownBelow: uidNext });
    return { lastUid, knownBelow: uidNext };
  }

  async #takeOne(
    client: ImapFlow,
    uid: number,
    knownBelow: number,
  ): Promise<MailInOutcome | undefined> {
    const { log, inboundMail } = this.#appContext;
    if ((await noteTry(this.#appContext, uid)) > TRIES) {
      log.error({ uid }, 'Could not process an email: it stays in the mailbox');
      inboundMail.report.handled('unreadable');
      const name = `uid ${uid} ${this.#appContext.clock.now().toISOString()}`;
      await keepLeftOut(this.#appContext, 'imap', name, 'unreadable');
      await passMail(this.#appContext, uid);
      return 'unreadable';
    }
    const known = await client.fetchOne(String(uid), { size: true, flags: true }, { uid: true });
    const isOld = known && uid < knownBelow && known.flags?.has('\\Seen');
    const outcome = known && !isOld ? await this.#fetch(client, uid, known.size ?? 0) : undefined;
    if (outcome !== undefined && isTaken(outcome)) {
      const isMarked = await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
      // A read-only mailbox cannot be marked, but the position is stored in any case.
      if (!isMarked && !client.usable) throw new Error('The connection ended');
    }
    await passMail(this.#appContext, uid);
    return outcome;
  }

  async #fetch(client: ImapFlow, uid: number, size: number): Promise<MailInOutcome | undefined> {
    const isCut = size > MAIL_MAX_BYTES;
    const source = isCut ? { start: 0, maxLength: BEGINNING_BYTES } : true;
    const mail = await client.fetchOne(String(uid), { source }, { uid: true });
    if (!mail || !mail.source) return undefined;
    try {
      return await takeMail(this.#appContext, { raw: mail.source, isCut, way: 'imap', uid });
    } catch (error) {
      const passes = error instanceof RefusedError || isDatabaseAway(error);
      // Temporary failures are retried without limit.
      if (passes) await forgetTries(this.#appContext).catch(() => undefined);
      throw new NotYetError(
        error instanceof RefusedError
          ? inboundMessage('mailbox.email-refused', { why: messageOf(error) })
          : inboundMessage('mailbox.email-failed'),
        { cause: error },
      );
    }
  }

  #idle(): void {
    const { client } = this.#opened ?? {};
    if (client?.capabilities.has('IDLE')) void client.idle().catch(() => undefined);
  }
}

/** Connects to the mailbox and opens its folder. `onNews` is called when new emails arrive. */
async function openMailbox(
  { host, port, isEncrypted, user, password, folder }: ImapSettings,
  { onNews, onEnd }: { readonly onNews: () => void; readonly onEnd: () => void },
): Promise<{ readonly client: ImapFlow; readonly mailbox: MailboxObject }> {
  // The IMAP library is loaded only if a mailbox is configured.
  const { ImapFlow: Client } = await import('imapflow');
  const isHere = /^(?:localhost|127\.|::1$)/.test(host);
  const client = new Client({
    host,
    port,
    secure: isEncrypted,
    // The password is never sent unencrypted to another computer.
    ...(isEncrypted ? {} : { doSTARTTLS: !isHere }),
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Limits memory if the server sends more than announced.
    maxLiteralSize: MAIL_MAX_BYTES + 1024,
    clientInfo: { name: 'Embarka' },
    disableAutoIdle: true,
  });
  // Without a listener, a broken connection would crash the process.
  client.on('error', onEnd);
  client.on('close', onEnd);
  client.on('exists', onNews);
  try {
    await client.connect();
    const mailbox = await client.mailboxOpen(folder);
    return { client, mailbox };
  } catch (error) {
    client.close();
    throw error;
  }
}

/**
 * Returns an explanation by error code. The server's own message stays in the log, because it may contain the
 * user name.
 */
function explainFault(error: unknown): StoredMessage {
  if (error instanceof NotYetError) return error.stored;
  const fault = (error ?? {}) as {
    readonly authenticationFailed?: unknown;
    readonly mailboxMissing?: unknown;
    readonly code?: unknown;
    readonly tlsFailed?: unknown;
  };
  if (fault.authenticationFailed === true) {
    return inboundMessage('mailbox.password');
  }
  if (fault.mailboxMissing === true) return inboundMessage('mailbox.no-folder');
  const code = typeof fault.code === 'string' ? fault.code : '';
  const known = FAULTS[code];
  if (known) return known;
  if (fault.tlsFailed === true || /CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) {
    return inboundMessage('mailbox.not-encrypted');
  }
  return inboundMessage('mailbox.unreadable');
}
