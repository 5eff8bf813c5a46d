import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { editAnswersAsMember } from '../server/answers/save-answers.server.ts';
import { answersIn } from '../server/order/complete-brief.server.ts';
import {
  addItem,
  editItem,
  moveItem,
  removeItem,
  tickItem,
} from '../server/board/edit-checklist.server.ts';
import { noteOrder } from '../server/board/note-order.server.ts';
import { putAssignee, putOrderLabel, setOwner } from '../server/board/staff-order.server.ts';
import { deliver } from '../server/delivery/delivery.server.ts';
import { asMember } from '../server/order/as-actor.server.ts';
import { cancelOrder } from '../server/order/cancel-order.server.ts';
import { ORDER_CHECKLIST } from '../protocol/checklist.ts';
import { readPosition } from '../protocol/milestone-plan.ts';
import { withdrawRequest } from '../server/order/withdraw-request.server.ts';
import { readNumber } from '../protocol/transitions.ts';
import { markPaid } from '../server/payment/settle-paid.server.ts';
import { verifyTaxNumber } from '../server/tax/verify-tax-number.server.ts';
import {
  creditPart,
  issueInvoiceOnRequest,
  resendInvoice,
  voidInvoice,
} from '../server/invoices/manage-invoices.server.ts';
import { decideRefund } from '../server/refund/refund-requests.server.ts';
import {
  CREDIT_REASON_MAX_LENGTH,
  MESSAGE_MAX_LENGTH,
  REFERENCE_MAX_LENGTH,
  SENT_LISTS,
} from '../rules.ts';
import { field, text, uuid } from '../../platform/fields.ts';
import { toLatinDigits } from '../../platform/latin-digits.ts';
import { requireFreshProof } from '../../accounts/server/factors/prove.server.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';

const LIMIT = { name: 'team-order', burst: 60, perMinute: 60 };

const form = v.variant('intent', [
  v.object({
    intent: v.literal('mark-paid'),
    reference: text(REFERENCE_MAX_LENGTH),
    milestone: field(2),
  }),
  v.object({ intent: v.picklist(['withdraw', 'cancel']) }),
  v.object({ intent: v.literal('add-note'), key: uuid, note: text(MESSAGE_MAX_LENGTH) }),
  v.object({ intent: v.literal('verify-tax-number') }),
  v.object({ intent: v.literal('issue-invoice'), termDays: field(3), milestone: field(2) }),
  v.object({ intent: v.literal('void-invoice'), milestone: field(2) }),
  v.object({
    intent: v.literal('credit-invoice'),
    creditAmount: field(40),
    creditReason: field(CREDIT_REASON_MAX_LENGTH),
    documents: field(6),
    milestone: field(2),
  }),
  v.object({ intent: v.literal('resend-invoice'), invoice: field(36) }),
  v.object({ intent: v.literal('set-owner'), owner: field(64) }),
  v.object({ intent: v.picklist(['assign', 'unassign']), assignee: field(64) }),
  v.object({ intent: v.picklist(['put-label', 'take-label']), label: field(36) }),
  v.object({
    intent: v.picklist(['add-item', 'edit-item']),
    item: field(36),
    title: field(ORDER_CHECKLIST.title),
    assignee: field(64),
    dueOn: field(10),
    isShown: field(3),
    // Twice the longest title, because quotes in it are escaped, with the other values.
    stamp: v.optional(v.pipe(v.string(), v.maxLength(2 * ORDER_CHECKLIST.title + 200))),
  }),
  v.object({ intent: v.picklist(['tick-item', 'untick-item', 'remove-item']), item: field(36) }),
  v.object({ intent: v.literal('move-item'), item: field(36), to: field(3) }),
  v.looseObject({ intent: v.literal('edit-answers'), seen: text(40) }),
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
    milestone: field(2),
    reference: field(REFERENCE_MAX_LENGTH),
    reply: field(MESSAGE_MAX_LENGTH),
  }),
]);

export const action = formAction(
  form,
  { admit: whoMayOpen('/team/orders'), limit: LIMIT, lists: SENT_LISTS },
  async (sent, { appContext, trace, session, params }) => {
    const { member } = session;
    // -1 matches no order.
    const number = readNumber(params.number ?? '') ?? -1;
    switch (sent.intent) {
      case 'mark-paid':
        await markPaid(
          appContext,
          trace,
          member,
          number,
          sent.reference,
          readPosition(sent.milestone),
        );
        return sent.milestone === '' ? t('The order is paid.') : t('The milestone is paid.');
      case 'deliver':
        await deliver(appContext, trace, member, number, sent.message, sent.file);
        return t('Delivered. The buyer is notified by email.');
      case 'decide-refund':
        // Returning money requires a recent confirmation of identity (rule 190).
        if (sent.outcome !== 'refuse') requireFreshProof(session, appContext.clock);
        await decideRefund(appContext, trace, member, number, {
          ...sent,
          milestone: readPosition(sent.milestone),
        });
        return t('The buyer is notified of the decision.');
      case 'verify-tax-number':
        await verifyTaxNumber(appContext, trace, member, number);
        return t('The tax number is marked as verified.');
      case 'issue-invoice':
        await issueInvoiceOnRequest(
          appContext,
          { trace, member },
          number,
          readTerm(sent.termDays),
          readPosition(sent.milestone),
        );
        return t('The invoice is issued.');
      case 'void-invoice':
        await voidInvoice(appContext, { trace, member }, number, readPosition(sent.milestone));
        return t('The invoice is void, and a credit note is issued.');
      case 'credit-invoice':
        await creditPart(
          appContext,
          { trace, member },
          number,
          {
            amount: sent.creditAmount,
            reason: sent.creditReason,
            documents: Number(sent.documents),
          },
          readPosition(sent.milestone),
        );
        return t('The credit note is issued. The buyer is notified by email.');
      case 'resend-invoice':
        await resendInvoice(appContext, { trace, member }, number, sent.invoice);
        return t('The document is sent to the buyer again.');
      case 'set-owner':
        await setOwner(appContext, trace, member, number, sent.owner || null);
        return t('The owner is saved.');
      case 'assign':
      case 'unassign':
        await putAssignee(
          appContext,
          trace,
          member,
          number,
          sent.assignee,
          sent.intent === 'assign',
        );
        return t('The assignees are saved.');
      case 'put-label':
      case 'take-label':
        await putOrderLabel(
          appContext,
          trace,
          member,
          number,
          sent.label,
          sent.intent === 'put-label',
        );
        return t('The labels are saved.');
      case 'add-item':
      case 'edit-item': {
        const save = sent.intent === 'add-item' ? addItem : editItem;
        await save(appContext, { trace, member, number }, sent.item, {
          ...sent,
          isShown: sent.isShown === 'yes',
        });
        return t('The checklist is saved.');
      }
      case 'tick-item':
      case 'untick-item':
        await tickItem(
          appContext,
          { trace, member, number },
          sent.item,
          sent.intent === 'tick-item',
        );
        return t('The checklist is saved.');
      case 'move-item':
        await moveItem(appContext, { trace, member, number }, sent.item, Number(sent.to));
        return t('The checklist is saved.');
      case 'remove-item':
        await removeItem(appContext, { trace, member, number }, sent.item);
        return t('The checklist is saved.');
      case 'add-note':
        await noteOrder(appContext, trace, member, number, { key: sent.key, text: sent.note });
        return t('The note is saved.');
      case 'edit-answers':
        await editAnswersAsMember(appContext, trace, member, number, answersIn(sent), sent.seen);
        return t('The answers are saved.');
      case 'withdraw':
        await asMember(appContext, trace, member, number, (turn) => withdrawRequest(turn));
        return t('The request has been cancelled.');
      default:
        await asMember(appContext, trace, member, number, (turn) => cancelOrder(turn));
        return t('The order has been cancelled.');
    }
  },
);

function readTerm(typed: string): number {
  const text = toLatinDigits(typed.normalize('NFKC')).trim();
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
}
