import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import { returnPayment } from '../../orders/payment/return-payment.server.ts';
import { uuid } from '../../platform/fields.ts';
import { requireFreshProof } from '../../team/factors/proof.ts';
import { formAction } from './form-action.server.ts';
import { whoMayOpen } from './form-door.server.ts';

const LIMIT = { name: 'team-payment', burst: 30, perMinute: 30 };

/** What a manager does about a payment that is held. */
export const action = formAction(
  v.object({ intent: v.literal('return-payment'), payment: uuid }),
  { admit: whoMayOpen('/team/orders'), limit: LIMIT },
  async ({ payment }, { host, trace, session }) => {
    // Money that leaves asks who gives it (DECISIONS 50).
    requireFreshProof(session, host.clock);
    await returnPayment(host, trace, session.member, payment);
    return say('The payment goes back to where it came from.');
  },
);
