import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNamed } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.server.ts';
import { ROOT_FOLDER } from '../../../platform/root-folder.server.ts';
import type { MailToParse, ParsedMail } from '../../protocol/parsed-mail.ts';

/** Parses emails in a worker thread, so that they do not block the event loop. */
export interface MailParser {
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
 * The sender controls the work of the quotation patterns. After this time the email is read again without
 * them.
 */
const WITH_SPLIT_MS = 15_000;
const WITHOUT_SPLIT_MS = 60_000;
const IDLE_MS = 60_000;
/**
 * The limit for an email and its parsed form. A worker that needs more is terminated without affecting the
 * process.
 */
const MEMORY_MIB = 256;

/** Opens a parser whose worker starts with the first email and ends when idle. */
export function openMailParser(log: Log): MailParser {
  let opened: Promise<import('piscina').Piscina> | undefined;
  let isClosed = false;
  const open = async () => {
    // The worker library is loaded only when an email arrives.
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: PROGRAM,
      minThreads: 0,
      maxThreads: 1,
      maxQueue: 16,
      idleTimeout: IDLE_MS,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    });
  };
  const run = async (mail: MailToParse, isSplit: boolean, limitMs: number) => {
    const threads = await (opened ??= open());
    const signal = AbortSignal.timeout(limitMs);
    return (await threads.run({ ...mail, isSplit }, { signal })) as ParsedMail;
  };
  return {
    async parse(mail) {
      try {
        return await run(mail, true, WITH_SPLIT_MS);
      } catch (error) {
        // The parser was closed, so the email is not at fault and the next process reads it.
        if (isClosed) throw error;
        log.warn(
          { err: error },
          'Could not detect the quoted text of an email: it is read as a whole',
        );
      }
      return run(mail, false, WITHOUT_SPLIT_MS).catch((error: unknown) => {
        if (isClosed) throw error;
        throw new UnreadableMailError('Could not read an email', { cause: error });
      });
    },
    async close() {
      isClosed = true;
      await (await opened)?.destroy();
    },
  };
}
