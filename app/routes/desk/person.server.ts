import {
  exportVisitor,
  readChatHoldings,
} from '../../conversation/privacy/export-visitor.server.ts';
import { readBlockOf } from '../../conversation/privacy/block-visitor.server.ts';
import type { Host } from '../../host.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { exportMails } from '../../platform/mail/export-mails.server.ts';
import { countReviewsOf, exportReviews } from '../../reviews/export-reviews.server.ts';
import { exportPendingSignUps } from '../../team/accounts/pending-sign-ups.server.ts';
import { addressSubject } from '../../team/audit/address-subject.server.ts';
import { readAuditOf } from '../../team/audit/audit.server.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change } from '../../platform/change/change.server.ts';
import { normalizeEmail, hasEmailShape } from '../../platform/email.ts';

// A person is an e-mail address here: what chat, reviews, sign-ups and mails hold about it is brought
// together in this file alone, because they know nothing of each other.

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
  const [chat, reviews, signUps, mails, history] = await Promise.all([
    exportVisitor(db, email),
    exportReviews(db, email),
    exportPendingSignUps(db, email),
    exportMails(db, email),
    readAuditOf(db, subject),
  ]);
  return {
    about: email,
    from: settings.brandName,
    writtenAt: clock.now(),
    ...chat,
    reviews,
    signUps,
    ...mails,
    whatWasDone: history.map(({ at, action, detail }) => ({ at, action, detail })),
  };
}

/** The address a form is about, in the form it is compared in. */
export function readAddress(typed: string): string {
  const address = normalizeEmail(typed);
  if (!hasEmailShape(address)) {
    throw new RefusedError(400, 'Please enter a valid email address', 'email');
  }
  return address;
}
