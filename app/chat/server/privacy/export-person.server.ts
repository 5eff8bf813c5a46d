import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeHost } from '../../../platform/change/change.server.ts';
import { exportMails } from '../../../platform/email/export-mails.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import { readAuditOf } from '../../../accounts/server/audit/audit.server.ts';
import { holdingsOf, type House } from './read-person.server.ts';

interface ExportHost extends ChangeHost, House<never> {
  readonly settings: Pick<Settings, 'brandName'>;
}

/** Exports all data of an address and records the export in the audit log. */
export async function exportPerson(
  host: ExportHost,
  trace: Trace,
  email: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { db, clock, settings } = host;
  const subject = await addressSubject(db, email);
  await recordAudit(host, trace, 'visitor-exported', { subject });
  const [held, mails, history] = await Promise.all([
    Promise.all(holdingsOf(host).map((holding) => holding.export(db, email))),
    exportMails(db, email),
    readAuditOf(db, subject),
  ]);
  return {
    about: email,
    from: settings.brandName,
    writtenAt: clock.now(),
    ...Object.assign({}, ...held),
    ...mails,
    whatWasDone: history.map(({ at, action, detail }) => ({ at, action, detail })),
  };
}
