import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import { returnPayment } from '../server/payment/return-payment.server.ts';
import { sendRefundAgain } from '../server/refund/send-refund-again.server.ts';
import { uuid } from '../../platform/fields.ts';
import { requireFreshProof } from '../../accounts/server/factors/proof.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';

const LIMIT = { name: 'team-payment', burst: 30, perMinute: 30 };

const form = v.variant('intent', [
  v.object({ intent: v.literal('return-payment'), payment: uuid }),
  v.object({ intent: v.literal('send-refund-again'), refund: uuid }),
]);

export const action = formAction(
  form,
  { admit: whoMayOpen('/team/orders'), limit: LIMIT },
  async (sent, { host, trace, session }) => {
    // Returning money requires a recent confirmation of identity (rule 190).
    requireFreshProof(session, host.clock);
    if (sent.intent === 'send-refund-again') {
      await sendRefundAgain(host, trace, session.member, sent.refund);
      return say('The refund is sent again now.');
    }
    await returnPayment(host, trace, session.member, sent.payment);
    return say('The payment goes back to where it came from.');
  },
);
