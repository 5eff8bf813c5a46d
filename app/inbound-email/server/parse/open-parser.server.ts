import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { t } from '../../../i18n/translate.ts';
import { isNamed, RefusedError } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.server.ts';
import { ROOT_FOLDER } from '../../../platform/root-folder.server.ts';
import { WorkQueue } from '../../../platform/work-queue.server.ts';
import type { MailToParse, ParsedMail } from '../../protocol/parsed-mail.ts';

/** Parses emails in a worker thread, so that they do not block the event loop. */
export interface MailParser {
  /**
   * Throws {@link UnreadableMailError} only for an error while this email was parsed, and {@link RefusedError}
   * 503 if that did not begin or the process ends: the email should be tried again.
   */
  parse(mail: MailToParse): Promise<ParsedMail>;
  close(): Promise<void>;
}

export class UnreadableMailError extends Error {
  /**
   * Compares by name, because the parser is loaded outside Vite's bundle, while posted emails are handled
   * inside the bundle.
   */
  static override [Symbol.hasInstance](value: unknown): value is UnreadableMailError {
    return isNamed(value, 'UnreadableMailError');
  }

  override readonly name = 'UnreadableMailError';
}

/** The path in the build. From sources, the TypeScript file runs directly. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? fileURLToPath(new URL('./mail-thread.server.ts', import.meta.url))
  : join(ROOT_FOLDER, 'build/process/mail-thread.js');

/**
 * The limit for an email and its parsed form. A worker that needs more is terminated without affecting the
 * process.
 */
const MEMORY_MIB = 256;
const RETRY_AFTER_SECONDS = 30;
const IDLE_MS = 60_000;

const LIMITS = {
  startMs: 30_000,
  /**
   * The sender controls the work of the quotation patterns. After this time the email is read again without
   * them.
   */
  withSplitMs: 15_000,
  withoutSplitMs: 60_000,
  waiting: 16,
  /** Providers give up a request that takes longer, including the parsing, and send the email again. */
  patienceMs: 25_000,
};

/** Mailbox and provider bring emails of everybody, so that there is nobody to be fair to. */
const REQUESTER = { isTeam: false, share: 'email' };

/** Opens a parser whose worker starts with the first email and ends when idle. */
export function openMailParser(log: Log, { program = PROGRAM, limits = LIMITS } = {}): MailParser {
  const { waiting, patienceMs } = limits;
  const queue = new WorkQueue({
    waiting,
    waitingPerShare: waiting,
    patienceMs,
    teamPatienceMs: patienceMs,
  });
  let opened: Promise<import('piscina').Piscina> | undefined;
  let isClosed = false;
  const open = async () => {
    // The worker library is loaded only when an email arrives.
    const { Piscina } = await import('piscina');
    const threads = new Piscina({
      filename: program,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    });
    // Without a listener, a worker that cannot start would end the process.
    threads.on('error', (error) => log.error({ err: error }, 'The worker for emails failed'));
    return threads;
  };
  const run = async (mail: MailToParse, isSplit: boolean, limitMs: number) => {
    if (isClosed) throw new Error('The parser is closed');
    const threads = await (opened ??= open());
    // The time limit below must not include the start of the worker.
    await threads.run(undefined, { signal: AbortSignal.timeout(limits.startMs) });
    try {
      const signal = AbortSignal.timeout(limitMs);
      return (await threads.run({ ...mail, isSplit }, { signal })) as ParsedMail;
    } catch (error) {
      throw new UnreadableMailError('Could not read an email', { cause: error });
    }
  };
  const parse = async (mail: MailToParse) => {
    try {
      return await run(mail, true, limits.withSplitMs);
    } catch (error) {
      if (isClosed || !(error instanceof UnreadableMailError)) throw error;
      log.warn(
        { err: error.cause },
        'Could not detect the quoted text of an email: it is read as a whole',
      );
    }
    return run(mail, false, limits.withoutSplitMs);
  };
  return {
    async parse(mail) {
      try {
        return await queue.run(REQUESTER, () => parse(mail));
      } catch (error) {
        if (!isClosed && error instanceof UnreadableMailError) throw error;
        log.warn({ err: error }, 'An email has to be read later');
        const later = t('Too many emails at once. Post this one again later.');
        throw new RefusedError(503, later, undefined, RETRY_AFTER_SECONDS);
      }
    },
    async close() {
      isClosed = true;
      await (await opened)?.destroy();
    },
  };
}
