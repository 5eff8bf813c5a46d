import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNamed } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.server.ts';
import { ROOT_FOLDER } from '../../platform/root-folder.server.ts';
import type { MailToParse, ParsedMail } from './parsed-mail.ts';

/** Reads mails away from the thread of the chat. */
export interface MailParser {
  /** Rejects with an {@link UnreadableMailError} for one that nobody can read. */
  parse(mail: MailToParse): Promise<ParsedMail>;
  close(): Promise<void>;
}

/** A mail that cannot be read, however often it is tried. */
export class UnreadableMailError extends Error {
  /** By name: the process opens the reader, and mails that a provider posts are handled in Vite's bundle. */
  static override [Symbol.hasInstance](value: unknown): value is UnreadableMailError {
    return isNamed(value, 'UnreadableMailError');
  }

  override readonly name = 'UnreadableMailError';
}

/** What the built product is bundled into; the sources run as they are. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? fileURLToPath(new URL('./mail-thread.server.ts', import.meta.url))
  : join(ROOT_FOLDER, 'build/process/mail-thread.js');

/** What a mail makes the patterns of quotations do is its writer's choice: after so long they are left out. */
const WITH_SPLIT_MS = 15_000;
const WITHOUT_SPLIT_MS = 60_000;
const IDLE_MS = 60_000;
/** A mail of this size and what is made of it; a thread that needs more ends, and the process does not. */
const MEMORY_MIB = 256;

/** A thread that is begun with the first mail and ends when there are none. */
export function openMailParser(log: Log): MailParser {
  let opened: Promise<import('piscina').Piscina> | undefined;
  let isClosed = false;
  const open = async () => {
    // Where no mail comes, nothing is loaded for it.
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
        // No fault of the mail: whoever starts next reads it.
        if (isClosed) throw error;
        log.warn({ err: error }, 'A mail is read without looking for what it quotes');
      }
      return run(mail, false, WITHOUT_SPLIT_MS).catch((error: unknown) => {
        if (isClosed) throw error;
        throw new UnreadableMailError('A mail could not be read', { cause: error });
      });
    },
    async close() {
      isClosed = true;
      await (await opened)?.destroy();
    },
  };
}
