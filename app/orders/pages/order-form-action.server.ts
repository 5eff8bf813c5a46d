import { redirect } from 'react-router';
import * as v from 'valibot';
import { requestContext, type AppContext } from '../../app-context.ts';
import {
  findBrowser,
  openVisitorBrowser,
  visitorCookies,
} from '../../chat/server/messages/visitor-browser.server.ts';
import { checkSender } from '../../chat/protocol/chat-email.ts';
import type { Client } from '../../clients/server/client-context.server.ts';
import { redirectInto } from '../../clients/pages/signed-in.server.ts';
import { requireMayOrder } from '../../clients/server/companies/invite.server.ts';
import { findClientOf } from '../../http/client.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { SIX_DIGITS_NEEDED } from '../../platform/email-code.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { text } from '../../platform/fields.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { requireService } from '../../shop/pages/missing.server.ts';
import { languageNow, msg, t } from '../../i18n/translate.ts';
import { INTAKE_LIMITS } from '../intake/intake-form.ts';
import { COMPANY_FIELD, type QuoteView, type TypedForm } from '../protocol/order-form.ts';
import { SENT_LISTS } from '../rules.ts';
import { readFormKey } from '../server/checkout/form-key.server.ts';
import { sendOrderCode } from '../server/checkout/order-codes.server.ts';
import { placeOrder } from '../server/checkout/place-order.server.ts';
import { quoteForm } from '../server/checkout/quote-form.server.ts';
import { isOrderable, type FormErrors } from '../server/checkout/quote-service.server.ts';
import { takesAmount } from '../server/payment/accepted-amounts.ts';
import { beginCheckout } from '../server/payment/begin-checkout.server.ts';
import { methodsOf } from '../server/payment/payment-choices.server.ts';

const LIMIT = { name: 'order-form', burst: 120, perMinute: 60 };
/** The same as for new chats. Only 'Place order' counts. */
const PLACE_LIMIT = { name: 'order-place', burst: 20, perMinute: 10 };

const CHECK_FIELDS = msg('Nothing was ordered yet. Check the marked fields.');

const anything = text(INTAKE_LIMITS.longText);

/** The use case limits how many files may be sent. */
const fileIds = v.pipe(v.array(text(36)), v.maxLength(100));

/** The names of the other fields contain ids of options and questions. */
const form = v.objectWithRest(
  { intent: v.picklist(['update', 'place', 'resend']), shown: fileIds, file: fileIds },
  anything,
);

export interface OrderFormAnswer {
  readonly message: string;
  readonly status?: number;
  readonly isDone: boolean;
  readonly typed: TypedForm;
  readonly errors: FormErrors;
  readonly differences: readonly string[];
  readonly quote: QuoteView | null;
  /** The address that the code was sent to. The code is entered next. */
  readonly codeSentTo: string;
  /** The order was placed and is paid on this page of a payment service. */
  readonly pay?: { readonly href: string; readonly orderPath: string };
}

/** Secrets and what the form computes anew are not sent back. */
const NOT_BACK = ['code', 'intent', 'seen', 'key', 'captcha'];

export const action = formAction(
  form,
  { admit: anybody, limit: LIMIT, lists: SENT_LISTS },
  async (sent, { appContext, context, request, params, network, headers }) => {
    const service = requireService(appContext, params.section ?? '', params.slug ?? '');
    if (!isOrderable(service, appContext.settings.directOrders)) throw redirect(service.path);
    const { fileProblems = [] } = context.get(requestContext);
    // Files that were stored stay in the form.
    if (fileProblems.length > 0) throw new RefusedError(400, fileProblems.join(' '), 'files');
    const { intent, shown, file, ...fields } = sent;
    const typed: TypedForm = {
      ...Object.fromEntries(Object.entries(fields).filter(([name]) => !NOT_BACK.includes(name))),
      shown: shown.join('\n'),
      file: file.join('\n'),
    };
    const { quote, errors } = await quoteForm(appContext, service, fields, network);
    const answer: OrderFormAnswer = {
      message: '',
      isDone: false,
      typed,
      errors: errors ?? {},
      differences: [],
      quote: quote?.view ?? null,
      codeSentTo: fields.codeSentTo ?? '',
    };
    if (intent === 'update') return answer;

    await appContext.limits.take(PLACE_LIMIT, network);
    const browserId =
      (await findBrowser(appContext, visitorCookies(request.headers))) ??
      (await makeBrowser(appContext, headers));
    const asking = { browserId, network, proof: fields.captcha ?? '' };
    if (intent === 'resend') {
      return sendCode(appContext, answer, { ...asking, email: typed.email ?? '' });
    }
    const client = (await findClientOf(appContext, request))?.client;
    const companyId = fields[COMPANY_FIELD] ?? '';
    const outcome = await placeOrder(appContext, {
      key: fields.key ?? '',
      sharedKey: readFormKey(request.headers.get('Cookie'), service.id),
      browserId,
      service,
      typed: fields,
      network,
      proof: asking.proof,
      fileIds: file,
      ...(client ? { provedEmail: client.email } : {}),
      ...(companyId === '' ? {} : { findCompany: findCompanyFor(client, companyId) }),
    });
    switch (outcome.kind) {
      case 'placed':
        return lead(appContext, answer, outcome.path, headers);
      case 'refused':
        return { ...answer, status: 400, errors: outcome.errors, message: t(CHECK_FIELDS) };
      case 'changed':
        return {
          ...answer,
          status: 409,
          quote: outcome.quote,
          differences: outcome.differences,
        };
      default:
        outcome.kind satisfies 'code-needed';
        // The code field is shown and was left empty.
        if (answer.codeSentTo === outcome.email) {
          const missing = { code: t(SIX_DIGITS_NEEDED) };
          return { ...answer, status: 400, errors: missing };
        }
        return sendCode(appContext, answer, { ...asking, email: outcome.email });
    }
  },
);

/** Only clients who are signed in choose a company. */
function findCompanyFor(client: Client | undefined, companyId: string) {
  return async (tx: Database) => {
    if (!client) throw new RefusedError(403, t("You're signed out. Sign in again."), COMPANY_FIELD);
    return requireMayOrder(tx, client, companyId);
  };
}

async function makeBrowser(appContext: AppContext, headers: Headers): Promise<string> {
  const made = await openVisitorBrowser(appContext);
  headers.append('Set-Cookie', made.setCookie);
  return made.browserId;
}

async function sendCode(
  appContext: AppContext,
  answer: OrderFormAnswer,
  request: Parameters<typeof sendOrderCode>[1],
): Promise<OrderFormAnswer> {
  const email = normalizeEmail(request.email);
  const problem = checkSender(email);
  if (problem !== null) return { ...answer, status: 400, errors: { email: problem } };
  await sendOrderCode(appContext, { ...request, email });
  return { ...answer, errors: {}, codeSentTo: email };
}

/**
 * Leads to the provider's page, or to the order's page, where the buyer pays by link (rule 264). The content security
 * policy forbids forms to lead to other sites, so the page of the provider is a link that scripts follow at once.
 */
async function lead(
  appContext: AppContext,
  answer: OrderFormAnswer,
  orderPath: string,
  headers: Headers,
): Promise<OrderFormAnswer | Response> {
  const { quote } = answer;
  const method = methodsOf(appContext.settings).find(
    (each) => !quote || takesAmount(each, quote.total, quote.currency),
  );
  const orderPage = () => redirect(orderPath, { headers });
  // Paying for a company needs another permission than ordering, which the order's page checks.
  // The account is a new document for a page of the shop.
  if (!orderPath.startsWith('/order/')) {
    return redirectInto(appContext, languageNow(), orderPath, headers);
  }
  if (quote?.total === 0) return orderPage();
  if (method === undefined || method === 'link') return orderPage();
  try {
    const secret = orderPath.slice('/order/'.length);
    const href = await beginCheckout(appContext, secret, method);
    if (href === appContext.settings.origin + orderPath) return orderPage();
    return { ...answer, isDone: true, pay: { href, orderPath } };
  } catch (error) {
    // The order exists, and its page offers the payment again and says what is wrong.
    if (error instanceof RefusedError) return orderPage();
    throw error;
  }
}
