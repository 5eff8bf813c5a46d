import * as v from 'valibot';
import { requestContext } from '../../app-context.ts';
import { acceptDelivery, requestRevision } from '../server/delivery/delivery.server.ts';
import { editAnswers, saveAnswers } from '../server/answers/save-answers.server.ts';
import { answersIn, BRIEF_FIELDS, completeBrief } from '../server/order/complete-brief.server.ts';
import { asBuyer } from '../server/order/as-actor.server.ts';
import { cancelOrder } from '../server/order/cancel-order.server.ts';
import { withdrawRequest } from '../server/order/withdraw-request.server.ts';
import { beginCheckout } from '../server/payment/begin-checkout.server.ts';
import { PAYMENT_METHODS } from '../server/payment/payment-providers.server.ts';
import { requestRefund } from '../server/refund/refund-requests.server.ts';
import { saveBillingDetails } from '../server/invoices/save-billing-details.server.ts';
import {
  BILLING_ADDRESS_MAX_LENGTH,
  BILLING_NAME_MAX_LENGTH,
} from '../protocol/billing-details.ts';
import { reviewPurchase } from '../server/review/review-purchase.server.ts';
import { MESSAGE_MAX_LENGTH, SENT_LISTS } from '../rules.ts';
import { RefusedError } from '../../platform/errors.ts';
import { field, text } from '../../platform/fields.ts';
import { NAME_MAX_LENGTH, REVIEW_MAX_LENGTH } from '../../reviews/rules.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { t, msg } from '../../i18n/translate.ts';

const LIMIT = { name: 'order', burst: 40, perMinute: 20 };
/** The use case limits how many files may be sent. */
const fileIds = v.pipe(v.array(text(36)), v.maxLength(100));

const form = v.variant('intent', [
  v.object({ intent: v.picklist(['accept', 'withdraw', 'cancel']) }),
  v.looseObject({ intent: v.literal('save-answers') }),
  v.looseObject({ intent: v.literal('edit-answers'), seen: text(40) }),
  v.object({ intent: v.literal('pay'), way: v.picklist(PAYMENT_METHODS) }),
  v.looseObject({ intent: v.literal('brief'), file: fileIds, ...BRIEF_FIELDS }),
  v.object({
    intent: v.literal('review'),
    path: text(200),
    rating: v.pipe(v.picklist(['0', '1', '2', '3', '4', '5']), v.transform(Number)),
    name: text(NAME_MAX_LENGTH),
    text: text(REVIEW_MAX_LENGTH),
  }),
  v.object({
    intent: v.literal('billing'),
    billingName: text(BILLING_NAME_MAX_LENGTH),
    billingAddress: text(BILLING_ADDRESS_MAX_LENGTH),
  }),
  v.object({ intent: v.literal('revise'), wish: text(MESSAGE_MAX_LENGTH) }),
  v.object({
    intent: v.literal('refund'),
    file: fileIds,
    ground: field(40),
    explanation: text(MESSAGE_MAX_LENGTH),
  }),
]);

/** `href` is the payment page on another site. */
const said = (message: string, href?: string) => ({ message, href });
const REFUND_ASKED = msg(
  "We've received your refund request. We answer within five business days.",
);

export const action = formAction(
  form,
  { admit: anybody, limit: LIMIT, lists: SENT_LISTS },
  async (sent, { appContext, context, params: { secret = '' } }) => {
    // File errors are reported before anything is done. Files that were stored stay on the page and are sent with
    // the next attempt.
    const { fileProblems = [] } = context.get(requestContext);
    if (fileProblems.length > 0) throw new RefusedError(400, fileProblems.join(' '), 'files');
    switch (sent.intent) {
      case 'brief':
        await completeBrief(appContext, secret, answersIn(sent), sent.file);
        return said(t("Thank you. We're starting work."));
      case 'save-answers': {
        const { errors } = await saveAnswers(appContext, secret, answersIn(sent));
        const [first] = Object.entries(errors);
        if (first) throw new RefusedError(400, first[1], first[0]);
        return said(t('Your answers are saved.'));
      }
      case 'edit-answers':
        await editAnswers(appContext, secret, answersIn(sent), sent.seen);
        return said(t('Your answers are saved.'));
      case 'pay':
        // The response is not a redirect, because the content security policy forbids forms to lead to other sites.
        return said('', await beginCheckout(appContext, secret, sent.way));
      case 'review':
        await reviewPurchase(appContext, secret, sent);
        return said(t("Thank you. Your review is on the service's page."));
      case 'billing':
        await saveBillingDetails(appContext, secret, {
          name: sent.billingName,
          address: sent.billingAddress,
        });
        return said(t('The billing details are saved.'));
      case 'revise':
        await requestRevision(appContext, secret, sent.wish);
        return said(t("We've received your request."));
      case 'refund':
        await requestRefund(appContext, secret, sent, sent.file);
        return said(t(REFUND_ASKED));
      case 'accept':
        await acceptDelivery(appContext, secret);
        return said(t('Thank you. The order is completed.'));
      case 'withdraw':
        await asBuyer(appContext, secret, (turn) => withdrawRequest(turn));
        return said(t('The request has been cancelled.'));
      default:
        await asBuyer(appContext, secret, (turn) => cancelOrder(turn));
        return said(t('The order has been cancelled.'));
    }
  },
);
