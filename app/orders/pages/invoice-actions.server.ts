import * as v from 'valibot';
import { DOCUMENT_KINDS } from '../../billing/server/tables.server.ts';
import type { AppContext } from '../../app-context.ts';
import { t } from '../../i18n/translate.ts';
import { RefusedError } from '../../platform/errors.ts';
import { field, isUuid, text } from '../../platform/fields.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import {
  changeList,
  changeRows,
  isListForm,
  LIST_FIELDS,
  LIST_FORMS,
  selectedRows,
} from '../../portal/pages/list-action.server.ts';
import { INVOICE_LIST } from '../protocol/invoices.ts';
import { readPosition } from '../protocol/milestone-plan.ts';
import { readNumber } from '../protocol/transitions.ts';
import { REFERENCE_MAX_LENGTH } from '../rules.ts';
import { ORDER_DELETED } from '../server/access.server.ts';
import { findInvoice } from '../server/invoices/list-invoices.server.ts';
import { stateOf } from '../server/invoices/read-invoices.server.ts';
import { resendInvoice } from '../server/invoices/manage-invoices.server.ts';
import { startNumbers } from '../server/invoices/start-numbers.server.ts';
import { markPaid } from '../server/payment/settle-paid.server.ts';

const LIMIT = { name: 'invoices', burst: 60, perMinute: 60 };

const form = v.variant('intent', [
  ...LIST_FORMS,
  v.object({
    intent: v.picklist(['resend-invoices', 'mark-invoices-paid']),
    row: selectedRows,
    reference: v.optional(text(REFERENCE_MAX_LENGTH), ''),
  }),
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
  { admit: whoMayOpen('/team/invoices'), limit: LIMIT, lists: LIST_FIELDS },
  async (sent, { appContext, session, trace }) => {
    const { member } = session;
    if (isListForm(sent)) return changeList(INVOICE_LIST, sent, appContext, member);
    switch (sent.intent) {
      case 'resend-invoices':
        return changeInvoices(appContext, sent.row, ({ invoice, orderNumber }) =>
          resendInvoice(appContext, { trace, member }, orderNumber, invoice.id),
        );
      case 'mark-invoices-paid':
        return changeInvoices(appContext, sent.row, ({ invoice, orderNumber }) => {
          if (stateOf(invoice) !== 'open') throw new RefusedError(409, t('It is not open.'));
          const position = invoice.milestone ?? undefined;
          return markPaid(appContext, trace, member, orderNumber, sent.reference, position);
        });
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

type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

/** Runs a use case for each selected document. */
async function changeInvoices(
  appContext: AppContext,
  rows: readonly string[],
  run: (found: FoundInvoice & { readonly orderNumber: number }) => Promise<void>,
) {
  const read = (id: string) => (isUuid(id) ? findInvoice(appContext, id) : undefined);
  return changeRows(
    rows,
    async (id) => {
      const found = await read(id);
      if (!found) throw new RefusedError(404, t('It no longer exists.'));
      const { orderNumber } = found;
      if (orderNumber === null) throw new RefusedError(409, t(ORDER_DELETED));
      await run({ ...found, orderNumber });
    },
    async (id) => (await read(id))?.invoice.number ?? id,
  );
}

/** -1 matches no order. */
function numberOf(typed: string): number {
  return readNumber(typed) ?? -1;
}
