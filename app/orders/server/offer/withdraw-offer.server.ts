import { accessToConversation } from '../../../chat/server/access.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { OrderContext } from '../order-context.server.ts';
import { lockOffer, NO_SUCH_OFFER, settle } from './answer-offer.server.ts';

/**
 * Withdraws an open offer. Agents may withdraw their own offers, managers and admins any. Throws {@link
 * RefusedError}: 404, 403 for a colleague's offer, 409 if the visitor answered first.
 */
export async function withdrawOffer(
  appContext: OrderContext,
  trace: Trace,
  member: Member,
  conversationId: string,
  offerId: string,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const offer = await lockOffer(tx, offerId, conversationId);
    const viewer = { kind: 'member', member } as const;
    if (!offer || !(await accessToConversation(tx, viewer, conversationId))) {
      throw new RefusedError(404, t(NO_SUCH_OFFER));
    }
    if (offer.agentId !== member.id && !may(member, 'manage-orders')) {
      throw new RefusedError(403, t('Only who made this offer, or a manager, can withdraw it.'));
    }
    if (offer.state === 'withdrawn') return;
    if (offer.state !== 'open') {
      throw new RefusedError(
        409,
        offer.state === 'accepted'
          ? t('The visitor has accepted this offer already.')
          : t('The visitor has declined this offer already.'),
      );
    }
    await settle(tx, after, appContext, offer, {
      answer: 'withdrawn',
      text: () => t('Offer withdrawn.'),
      memberId: member.id,
    });
    after.audit('offer-withdrawn', { subjectId: offer.id });
  });
}
