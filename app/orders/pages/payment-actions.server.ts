import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { returnPayment } from '../server/payment/return-payment.server.ts';
import { sendRefundAgain } from '../server/refund/give-back.server.ts';
import { uuid } from '../../platform/fields.ts';
import { requireFreshProof } from '../../accounts/server/factors/prove.server.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';

const LIMIT = { name: 'team-payment', burst: 30, perMinute: 30 };

const form = v.variant('intent', [
  v.object({ intent: v.literal('return-payment'), payment: uuid }),
  v.object({ intent: v.literal('send-refund-again'), refund: uuid }),
]);

export const action = formAction(
  form,
  { admit: whoMayOpen('/team/orders'), limit: LIMIT },
  async (sent, { appContext, trace, session }) => {
    // Returning money requires a recent confirmation of identity (rule 190).
    requireFreshProof(session, appContext.clock);
    if (sent.intent === 'send-refund-again') {
      await sendRefundAgain(appContext, trace, session.member, sent.refund);
      return t('The refund is sent again now.');
    }
    await returnPayment(appContext, trace, session.member, sent.payment);
    return t('The payment goes back to where it came from.');
  },
);
