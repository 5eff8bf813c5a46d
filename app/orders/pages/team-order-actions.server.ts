import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import { deliver } from '../server/delivery/deliver.server.ts';
import { asMember } from '../server/order/as-actor.server.ts';
import { cancelOrder } from '../server/order/cancel-order.server.ts';
import { readNumber } from '../protocol/transitions.ts';
import { markPaid } from '../server/payment/mark-paid.server.ts';
import { decideRefund } from '../server/refund/decide-refund.server.ts';
import { MESSAGE_MAX_LENGTH, REFERENCE_MAX_LENGTH, SENT_LISTS } from '../rules.ts';
import { field, text } from '../../platform/fields.ts';
import { requireFreshProof } from '../../accounts/server/factors/proof.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';

const LIMIT = { name: 'team-order', burst: 60, perMinute: 60 };

const form = v.variant('intent', [
  v.object({ intent: v.literal('mark-paid'), reference: text(REFERENCE_MAX_LENGTH) }),
  v.object({ intent: v.literal('cancel') }),
  v.object({
    intent: v.literal('deliver'),
    message: text(MESSAGE_MAX_LENGTH),
    file: v.pipe(v.array(text(36)), v.maxLength(100)),
  }),
  v.object({
    intent: v.literal('decide-refund'),
    outcome: v.picklist(['refuse', 'part', 'full']),
    way: v.picklist(['method', 'credit']),
    amount: field(40),
    reference: field(REFERENCE_MAX_LENGTH),
    reply: field(MESSAGE_MAX_LENGTH),
  }),
]);

export const action = formAction(
  form,
  { admit: whoMayOpen('/team/orders'), limit: LIMIT, lists: SENT_LISTS },
  async (sent, { host, trace, session, params }) => {
    const { member } = session;
    // -1 matches no order.
    const number = readNumber(params.number ?? '') ?? -1;
    switch (sent.intent) {
      case 'mark-paid':
        await markPaid(host, trace, member, number, sent.reference);
        return say('The order is paid.');
      case 'deliver':
        await deliver(host, trace, member, number, sent.message, sent.file);
        return say('Delivered. The buyer is told by mail.');
      case 'decide-refund':
        // Returning money requires a recent confirmation of identity (rule 190).
        if (sent.outcome !== 'refuse') requireFreshProof(session, host.clock);
        await decideRefund(host, trace, member, number, sent);
        return say('The buyer is told what was decided.');
      default:
        await asMember(host, trace, member, number, (turn) => cancelOrder(turn));
        return say('The order is cancelled.');
    }
  },
);
