import { join } from 'node:path';
import type { Log } from '../log.server.ts';
import type { Settings } from '../settings.server.ts';
import type { Mail, ReportMail } from './mail.ts';
import { openOutbox } from './outbox.server.ts';
import { openSmtp } from './smtp.server.ts';

/** The mail server of the settings, or else the outbox in the data folder. */
export function openMail(settings: Settings, dataDir: string, log: Log, report: ReportMail): Mail {
  const from = settings.mailFrom;
  return settings.smtpUrl
    ? openSmtp(settings.smtpUrl, from, log, { report })
    : openOutbox(join(dataDir, 'outbox'), from, log, report);
}
