import { join } from 'node:path';
import type { Log } from '../log.server.ts';
import type { Settings } from '../settings.server.ts';
import type { Mail, ReportMail } from './mail.ts';
import { openOutbox } from './outbox.server.ts';
import { openSmtp } from './smtp.server.ts';

/** The mail server set at start, or else the outbox in the data folder. */
export function openMail(
  { smtpUrl }: Settings,
  from: () => string,
  dataDir: string,
  log: Log,
  report: ReportMail,
): Mail {
  return smtpUrl
    ? openSmtp(smtpUrl, from, log, { report })
    : openOutbox(join(dataDir, 'outbox'), from, log, report);
}
