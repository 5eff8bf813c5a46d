import { eraseVisitor } from '../../conversation/privacy/erase-visitor.server.ts';
import type { Host } from '../../host.ts';
import { eraseMails } from '../../platform/mail/erase-mails.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { eraseReviews, type ReviewErasure } from '../../reviews/erase-reviews.server.ts';
import { endPendingSignUps, lockAddress } from '../../team/accounts/pending-sign-ups.server.ts';
import { addressSubject, keySubjectsOf } from '../../team/audit/address-subject.server.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change } from '../../platform/change/change.server.ts';

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
    await lockAddress(tx, email);
    const signUps = await endPendingSignUps(tx, email);
    const mentions = await keySubjectsOf(tx, email);
    const mails = await eraseMails(tx, host.mail, email);
    const isUnknown = gone.visitorId === undefined && !gone.wasBlocked;
    if (isUnknown && reviewCount + signUps + mentions + mails === 0) {
      throw new RefusedError(409, 'Nothing is held about this address.');
    }
    const detail = [
      count(gone.conversationIds.length, 'conversation'),
      count(gone.messageCount, 'message'),
      count(gone.browserCount, 'browser'),
      `${count(reviewCount, 'review')} ${reviewErasure === 'delete' ? 'deleted' : 'without name and address'}`,
      ...(mails > 0 ? [count(mails, 'mail')] : []),
      ...(signUps > 0 ? [count(signUps, 'sign-up')] : []),
      ...(mentions > 0 ? [`${count(mentions, 'mention')} in the audit log`] : []),
      ...(gone.wasBlocked ? ['the address of a block'] : []),
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
