import type { Log } from '../platform/log.server.ts';
import type { MailInOutcome } from './mail-outcome.ts';
import { openMailParser, type MailParser } from './parse/open-parser.server.ts';

/** Where what comes of mails is counted. */
export interface InboundMailReport {
  handled(outcome: MailInOutcome): void;
  /** Whether this process reads the mailbox; undefined where another does, or none is set. */
  mailbox(isConnected: boolean | undefined): void;
}

/** What a process keeps open for mails that come in. */
export interface InboundMail {
  readonly parser: MailParser;
  readonly report: InboundMailReport;
  /** Has something ended with the process. */
  onClose(end: () => Promise<void>): void;
  close(): Promise<void>;
}

export function openInboundMail(log: Log, report: InboundMailReport): InboundMail {
  const parser = openMailParser(log);
  const ends: (() => Promise<void>)[] = [];
  return {
    parser,
    report,
    onClose: (end) => void ends.push(end),
    async close() {
      await Promise.all(ends.map((end) => end()));
      await parser.close();
    },
  };
}
