import {
  exportVisitor,
  readChatHoldings,
} from '../../conversation/privacy/export-visitor.server.ts';
import { readBlockOf } from '../../conversation/privacy/block-visitor.server.ts';
import { eraseVisitor } from '../../conversation/privacy/erase-visitor.server.ts';
import type { Host } from '../../host.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { eraseMails } from '../../platform/mail/erase-mails.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { eraseReviews, type ReviewErasure } from '../../reviews/erase-reviews.server.ts';
import { countReviewsOf, exportReviews } from '../../reviews/export-reviews.server.ts';
import { addressSubject } from '../../team/audit/address-subject.server.ts';
import { readAuditOf } from '../../team/audit/audit.server.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change } from '../../platform/change/change.server.ts';

// A person is an e-mail address here: what chat and reviews hold about it is brought together in
// this file alone, because the two know nothing of each other.

/** What /team/visitors shows about an address. */
export async function readPerson(db: Database, email: string) {
  const [chat, reviewCount, block, history] = await Promise.all([
    readChatHoldings(db, email),
    countReviewsOf(db, email),
    readBlockOf(db, email),
    readAuditOf(db, await addressSubject(db, email)),
  ]);
  return { email, ...chat, reviewCount, block, history };
}

export type Person = Awaited<ReturnType<typeof readPerson>>;

/** Everything held about an address, written down as handed out. */
export async function exportPerson(host: Host, trace: Trace, email: string) {
  const { db, clock, settings } = host;
  const subject = await addressSubject(db, email);
  await change(host, trace, (_tx, after) => {
    after.audit('visitor-exported', { subject });
    return Promise.resolve();
  });
  const [chat, reviews, history] = await Promise.all([
    exportVisitor(db, email),
    exportReviews(db, email),
    readAuditOf(db, subject),
  ]);
  return {
    about: email,
    from: settings.brandName,
    writtenAt: clock.now(),
    ...chat,
    reviews,
    whatWasDone: history.map(({ at, action, detail }) => ({ at, action, detail })),
  };
}

/**
 * Erases an address in one transaction, with a certificate in the audit log that counts what is
 * gone and holds the address's hash alone. Returns the certificate.
 */
export async function erasePerson(
  host: Host,
  trace: Trace,
  email: string,
  reviewErasure: ReviewErasure,
): Promise<string> {
  return change(host, trace, async (tx, after) => {
    const gone = await eraseVisitor(tx, email, host, after);
    const reviewCount = await eraseReviews(tx, email, reviewErasure, after);
    const mails = await eraseMails(tx, host.mail, email);
    if (gone.visitorId === undefined && reviewCount === 0 && mails === 0) {
      throw new RefusedError(409, 'Nothing is held about this address.');
    }
    const detail = [
      count(gone.conversationIds.length, 'conversation'),
      count(gone.messageCount, 'message'),
      count(gone.browserCount, 'browser'),
      `${count(reviewCount, 'review')} ${reviewErasure === 'delete' ? 'deleted' : 'without name and address'}`,
      ...(mails > 0 ? [count(mails, 'mail')] : []),
    ].join(', ');
    after.audit('visitor-erased', {
      subject: await addressSubject(tx, email),
      detail,
    });
    return detail;
  });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
