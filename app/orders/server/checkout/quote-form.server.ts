import type { Service } from '../../../shop/service.ts';
import { COUPON_FIELD, readChoice, type TypedForm } from '../../protocol/order-form.ts';
import { describeWait } from '../coupons/describe-rejection.ts';
import { tryCode } from '../coupons/try-code.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { methodsOf } from '../payment/payment-choices.server.ts';
import { readTaxTerms } from '../tax/tax-terms.ts';
import { quoteService, type FormErrors, type Quoted } from './quote-service.server.ts';

/**
 * Computes what the typed form costs. A coupon code counts as a guess of this network (rule 261); while the network
 * has to wait, the form shows its total without the coupon and the reason at the field.
 */
export async function quoteForm(
  appContext: OrderContext,
  service: Service,
  typed: TypedForm,
  network: string,
): Promise<Quoted> {
  const choice = readChoice(typed);
  const methods = methodsOf(appContext.settings);
  const { terms, errors: ofBuyer } = readTaxTerms(appContext, typed);
  const code = codeIn(typed);
  if (code === undefined) {
    return withErrors(quoteService(service, choice, methods, null, terms), ofBuyer);
  }
  const tried = await tryCode(appContext, code, network);
  if (tried.kind === 'coupon') {
    return withErrors(quoteService(service, choice, methods, tried.coupon, terms), ofBuyer);
  }
  return withErrors(quoteService(service, choice, methods, null, terms), {
    ...ofBuyer,
    [COUPON_FIELD]: describeWait(tried.minutes),
  });
}

function withErrors(quoted: Quoted, errors: FormErrors): Quoted {
  if (Object.keys(errors).length === 0) return quoted;
  return { quote: quoted.quote, errors: { ...quoted.errors, ...errors } };
}

/** Returns the typed coupon code, or undefined for an order without a coupon. */
export function codeIn(typed: TypedForm): string | undefined {
  return (typed[COUPON_FIELD] ?? '').trim() || undefined;
}
