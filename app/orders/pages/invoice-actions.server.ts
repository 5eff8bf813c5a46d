import * as v from 'valibot';
import { DOCUMENT_KINDS } from '../../billing/server/tables.server.ts';
import { t } from '../../i18n/translate.ts';
import { field, text } from '../../platform/fields.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import { readPosition } from '../protocol/milestone-plan.ts';
import { readNumber } from '../protocol/transitions.ts';
import { REFERENCE_MAX_LENGTH } from '../rules.ts';
import { resendInvoice } from '../server/invoices/manage-invoices.server.ts';
import { startNumbers } from '../server/invoices/start-numbers.server.ts';
import { markPaid } from '../server/payment/settle-paid.server.ts';

const LIMIT = { name: 'invoices', burst: 60, perMinute: 60 };

const form = v.variant('intent', [
  v.object({ intent: v.literal('resend-invoice'), order: field(20), invoice: field(36) }),
  v.object({
    intent: v.literal('mark-paid'),
    order: field(20),
    invoice: field(36),
    milestone: field(2),
    reference: text(REFERENCE_MAX_LENGTH),
  }),
  v.object({
    intent: v.literal('start-numbers'),
    kind: v.picklist(DOCUMENT_KINDS),
    first: field(20),
  }),
]);

/** The actions of the list of invoices. */
export const action = formAction(
  form,
  { admit: whoMayOpen('/team/invoices'), limit: LIMIT },
  async (sent, { appContext, session, trace }) => {
    const { member } = session;
    switch (sent.intent) {
      case 'resend-invoice':
        await resendInvoice(appContext, { trace, member }, numberOf(sent.order), sent.invoice);
        return t('The document is sent to the buyer again.');
      case 'mark-paid':
        await markPaid(
          appContext,
          trace,
          member,
          numberOf(sent.order),
          sent.reference,
          readPosition(sent.milestone),
        );
        return sent.milestone === '' ? t('The order is paid.') : t('The milestone is paid.');
      default: {
        const number = await startNumbers(appContext, { trace, member }, sent.kind, sent.first);
        return t('The next number is {number}.', { number });
      }
    }
  },
);

/** -1 matches no order. */
function numberOf(typed: string): number {
  return readNumber(typed) ?? -1;
}
