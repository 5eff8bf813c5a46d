import type { Mail } from '../../platform/email/mail.ts';
import type { Log } from '../../platform/log.server.ts';
import type { MailInOutcome } from '../rules.ts';
import { openMailParser, type MailParser } from './parse/open-parser.server.ts';
import type { ChatContext } from '../../chat/server/chat-context.server.ts';
import type { Files } from '../../files/server/open-files.server.ts';
import type { KnownCatalogue } from '../../shop/live-catalogue.server.ts';
import type { RateLimits } from '../../platform/rate-limit.ts';
import type { Settings } from '../../platform/settings.server.ts';

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

export interface InboundEmailContext extends ChatContext, KnownCatalogue {
  readonly settings: Settings;
  readonly files: Files;
  readonly limits: RateLimits;
  readonly mail: Pick<Mail, 'send'>;
  /** The key from which the ids of conversations started by email are derived. */
  readonly cookieSecret: string;
  readonly inboundMail: InboundMail;
}
