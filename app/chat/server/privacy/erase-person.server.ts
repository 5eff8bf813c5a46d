import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { eraseMails } from '../../../platform/email/erase-mails.server.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import type { Erased, Published } from '../../../platform/module.ts';
import { sayCount } from '../../../platform/say-count.ts';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import { holdingsOf, type House } from './read-person.server.ts';

interface ErasureHost extends ChangeHost {
  readonly mail: Pick<Mail, 'forget'>;
}

/**
 * Erases all data of an address in one transaction. The returned certificate is stored in the audit log; it
 * counts the deleted rows and contains only the hash of the address.
 */
export async function erasePerson<Host extends ErasureHost & House<Host>>(
  host: Host,
  trace: Trace,
  email: string,
  published: Published,
): Promise<string> {
  return change(host, trace, async (tx, after) => {
    const erased: Erased[] = [];
    for (const holding of holdingsOf(host)) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
      erased.push(await holding.erase(tx, after, host, email, published));
    }
    const mails = await eraseMails(tx, host.mail, email);
    if (mails === 0 && !erased.some(({ wasHeld }) => wasHeld)) {
      throw new RefusedError(409, 'Nothing is held about this address.');
    }
    const detail = [
      ...erased.flatMap(({ gone }) => gone),
      ...(mails > 0 ? [sayCount({ noun: 'mail', number: mails })] : []),
    ].join(', ');
    after.audit('visitor-erased', {
      subject: await addressSubject(tx, email),
      detail,
    });
    return detail;
  });
}
