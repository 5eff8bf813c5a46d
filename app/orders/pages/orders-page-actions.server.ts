import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { putOrderLabel, setOwner } from '../server/board/staff-order.server.ts';
import { ORDER_LIST } from '../protocol/order-query.ts';
import { readNumber } from '../protocol/transitions.ts';
import {
  changeList,
  changeRows,
  isListForm,
  LIST_FIELDS,
  LIST_FORMS,
  selectedRows,
} from '../../portal/pages/list-action.server.ts';
import { createFeed, endFeed } from '../server/board/calendar-feed.server.ts';
import { returnPayment } from '../server/payment/return-payment.server.ts';
import { sendRefundAgain } from '../server/refund/give-back.server.ts';
import { id, uuid } from '../../platform/fields.ts';
import { requireFreshProof } from '../../accounts/server/factors/prove.server.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';

const LIMIT = { name: 'team-payment', burst: 30, perMinute: 30 };

const form = v.variant('intent', [
  ...LIST_FORMS,
  v.object({ intent: v.literal('set-owner'), row: selectedRows, owner: id }),
  v.object({ intent: v.picklist(['add-label', 'remove-label']), row: selectedRows, label: uuid }),
  v.object({ intent: v.literal('return-payment'), payment: uuid }),
  v.object({ intent: v.literal('send-refund-again'), refund: uuid }),
  v.object({ intent: v.picklist(['create-calendar', 'renew-calendar', 'end-calendar']) }),
]);

export const action = formAction(
  form,
  { admit: whoMayOpen('/team/orders'), limit: LIMIT, lists: LIST_FIELDS },
  async (sent, { appContext, trace, session }) => {
    const { member } = session;
    if (isListForm(sent)) return changeList(ORDER_LIST, sent, appContext, member);
    switch (sent.intent) {
      case 'set-owner':
        return changeRows(sent.row, (row) =>
          setOwner(appContext, trace, member, readNumber(row) ?? -1, sent.owner),
        );
      case 'add-label':
      case 'remove-label': {
        const isOn = sent.intent === 'add-label';
        return changeRows(sent.row, (row) =>
          putOrderLabel(appContext, trace, member, readNumber(row) ?? -1, sent.label, isOn),
        );
      }
      case 'create-calendar':
        await createFeed(appContext, trace, member, false);
        return t('The calendar address is ready. Add it to your calendar program.');
      case 'renew-calendar':
        await createFeed(appContext, trace, member, true);
        return t('The calendar has a new address. The old one has ended.');
      case 'end-calendar':
        await endFeed(appContext, trace, member);
        return t('The calendar address has ended.');
      default:
    }
    // Returning money requires a recent confirmation of identity (rule 190).
    requireFreshProof(session, appContext.clock);
    if (sent.intent === 'send-refund-again') {
      await sendRefundAgain(appContext, trace, member, sent.refund);
      return t('The refund is being sent again.');
    }
    await returnPayment(appContext, trace, member, sent.payment);
    return t('The payment is being returned to the payer.');
  },
);
