import type { Log } from '../../platform/log.server.ts';
import type { MailInOutcome } from '../mail-outcome.ts';
import { openMailParser, type MailParser } from './parse/open-parser.server.ts';

export interface InboundMailReport {
  handled(outcome: MailInOutcome): void;
  /** Undefined if another process reads the mailbox, or if no mailbox is configured. */
  mailbox(isConnected: boolean | undefined): void;
}

export interface InboundMail {
  readonly parser: MailParser;
  readonly report: InboundMailReport;
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
