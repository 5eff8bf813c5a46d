import * as v from 'valibot';
import { appContextKey, requestContext, type RouteArgs } from '../../app-context.ts';
import { acceptDelivery, requestRevision } from '../server/delivery/delivery.server.ts';
import { editAnswers, saveAnswers } from '../server/answers/save-answers.server.ts';
import { answersIn, BRIEF_FIELDS, completeBrief } from '../server/order/complete-brief.server.ts';
import type { BuyerKey } from '../server/access.server.ts';
import { asBuyer } from '../server/order/as-actor.server.ts';
import { cancelOrder } from '../server/order/cancel-order.server.ts';
import { withdrawRequest } from '../server/order/withdraw-request.server.ts';
import { beginCheckout } from '../server/payment/begin-checkout.server.ts';
import { PAYMENT_METHODS } from '../server/payment/payment-providers.ts';
import { requestRefund } from '../server/refund/refund-requests.server.ts';
import { saveBillingDetails } from '../server/invoices/save-billing-details.server.ts';
import {
  BILLING_ADDRESS_MAX_LENGTH,
  BILLING_NAME_MAX_LENGTH,
} from '../protocol/billing-details.ts';
import { readPosition } from '../protocol/milestone-plan.ts';
import { reviewPurchase } from '../server/review/review-purchase.server.ts';
import { MESSAGE_MAX_LENGTH, SENT_LISTS } from '../rules.ts';
import { RefusedError } from '../../platform/errors.ts';
import { field, text } from '../../platform/fields.ts';
import { NAME_MAX_LENGTH, REVIEW_MAX_LENGTH } from '../../reviews/rules.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { t, msg } from '../../i18n/translate.ts';

export const BUYER_LIMIT = { name: 'order', burst: 40, perMinute: 20 };
/** The use case limits how many files may be sent. */
const fileIds = v.pipe(v.array(text(36)), v.maxLength(100));

export const buyerForm = v.variant('intent', [
  v.object({ intent: v.literal('accept'), milestone: field(2) }),
  v.object({ intent: v.picklist(['withdraw', 'cancel']) }),
  v.looseObject({ intent: v.literal('save-answers') }),
  v.looseObject({ intent: v.literal('edit-answers'), seen: text(40) }),
  v.object({ intent: v.literal('pay'), way: v.picklist(PAYMENT_METHODS), milestone: field(2) }),
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
    milestone: field(2),
    explanation: text(MESSAGE_MAX_LENGTH),
  }),
]);

/** `href` is the payment page on another site. */
const said = (message: string, href?: string) => ({ message, href });
const REFUND_ASKED = msg(
  "We've received your refund request. We answer within five business days.",
);

type BuyerForm = v.InferOutput<typeof buyerForm>;

/** Runs a form of the buyer's page. The key proves the buyer, and is checked again in the transaction. */
export async function runBuyerForm(
  { context }: Pick<RouteArgs, 'context'>,
  key: BuyerKey,
  sent: BuyerForm,
) {
  const appContext = context.get(appContextKey);
  // File errors are reported before anything is done. Files that were stored stay on the page and are sent with
  // the next attempt.
  const { fileProblems = [] } = context.get(requestContext);
  if (fileProblems.length > 0) throw new RefusedError(400, fileProblems.join(' '), 'files');
  switch (sent.intent) {
    case 'brief':
      await completeBrief(appContext, key, answersIn(sent), sent.file);
      return said(t("Thank you. We're starting work."));
    case 'save-answers': {
      const { errors } = await saveAnswers(appContext, key, answersIn(sent));
      const [first] = Object.entries(errors);
      if (first) throw new RefusedError(400, first[1], first[0]);
      return said(t('Your answers are saved.'));
    }
    case 'edit-answers':
      await editAnswers(appContext, key, answersIn(sent), sent.seen);
      return said(t('Your answers are saved.'));
    case 'pay':
      // The response is not a redirect, because the content security policy forbids forms to lead to other sites.
      return said('', await beginCheckout(appContext, key, sent.way, readPosition(sent.milestone)));
    case 'review':
      await reviewPurchase(appContext, key, sent);
      return said(t("Thank you. Your review is on the service's page."));
    case 'billing':
      await saveBillingDetails(appContext, key, {
        name: sent.billingName,
        address: sent.billingAddress,
      });
      return said(t('The billing details are saved.'));
    case 'revise':
      await requestRevision(appContext, key, sent.wish);
      return said(t("We've received your request."));
    case 'refund':
      await requestRefund(
        appContext,
        key,
        { ...sent, milestone: readPosition(sent.milestone) },
        sent.file,
      );
      return said(t(REFUND_ASKED));
    case 'accept':
      await acceptDelivery(appContext, key, readPosition(sent.milestone));
      return said(
        sent.milestone === ''
          ? t('Thank you. The order is completed.')
          : t('Thank you. The milestone is accepted.'),
      );
    case 'withdraw':
      await asBuyer(appContext, key, (turn) => withdrawRequest(turn));
      return said(t('The request has been cancelled.'));
    default:
      await asBuyer(appContext, key, (turn) => cancelOrder(turn));
      return said(t('The order has been cancelled.'));
  }
}

export const action = formAction(
  buyerForm,
  { admit: anybody, limit: BUYER_LIMIT, lists: SENT_LISTS },
  (sent, turn) => runBuyerForm(turn, turn.params.secret ?? '', sent),
);
