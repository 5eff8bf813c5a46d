import type { Currency } from '../../../platform/currencies.ts';
import { minorDigits } from '../../../platform/minor-digits.ts';
import { t } from '../../../i18n/translate.ts';
import { formatMoney, toDecimal } from '../../protocol/money.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import { amountLimitsOf } from './payment-providers.ts';
import type { AmountRefusal } from './provider.ts';

/**
 * Returns the step, in smallest units, in which a payment method takes a currency. Amounts between two steps
 * are refused.
 */
export function stepOf(paymentMethod: PaymentMethod, currency: string): number {
  return amountLimitsOf(paymentMethod)?.step(currency) ?? 1;
}

export function takesCurrency(paymentMethod: PaymentMethod, currency: string): boolean {
  return amountLimitsOf(paymentMethod)?.takes(currency) ?? true;
}

export function takesAmount(
  paymentMethod: PaymentMethod,
  amount: number,
  currency: string,
): boolean {
  return refusalOf(paymentMethod, amount, currency) === undefined;
}

/** Returns the smallest amount from `least` on that one of the payment methods takes, or `undefined`. */
export function smallestTaken(
  methods: readonly PaymentMethod[],
  least: number,
  currency: string,
): number | undefined {
  const amounts = methods
    .map((method) => {
      const minimum = amountLimitsOf(method)?.minimum(currency) ?? 1;
      return { method, amount: roundUp(Math.max(least, minimum), stepOf(method, currency)) };
    })
    .filter(({ method, amount }) => takesAmount(method, amount, currency))
    .map(({ amount }) => amount);
  return amounts.length === 0 ? undefined : Math.min(...amounts);
}

const roundUp = (amount: number, step: number): number => Math.ceil(amount / step) * step;

function refusalOf(
  paymentMethod: PaymentMethod,
  amount: number,
  currency: string,
): AmountRefusal | undefined {
  const limits = amountLimitsOf(paymentMethod);
  if (!limits) return undefined;
  if (!limits.takes(currency)) return 'currency';
  if (amount < limits.minimum(currency)) return 'minimum';
  if (amount > limits.maximum(currency)) return 'maximum';
  return amount % limits.step(currency) === 0 ? undefined : 'step';
}

/** Explains that a payment method takes no payments in a currency, or returns `undefined`. */
export function currencyFault(
  paymentMethod: PaymentMethod,
  currency: Currency,
): string | undefined {
  const limits = amountLimitsOf(paymentMethod);
  return limits?.takes(currency) === false ? limits.explain('currency', currency) : undefined;
}

export interface AmountFault {
  readonly reason: string;
  /** The nearest amount that works. `undefined` if none does, because no method takes the currency. */
  readonly nearest: string | undefined;
}

/** Explains why none of the payment methods takes an amount. Returns `undefined` if at least one method takes it. */
export function amountFault(
  methods: readonly PaymentMethod[],
  amount: number,
  currency: Currency,
): AmountFault | undefined {
  const refusals = methods.map((method) => ({
    limits: amountLimitsOf(method),
    refusal: refusalOf(method, amount, currency),
  }));
  if (refusals.some(({ refusal }) => refusal === undefined)) return undefined;
  const refused = refusals.find((each) => each.refusal !== 'currency') ?? refusals[0];
  const limits = refused?.limits;
  const refusal = refused?.refusal;
  if (!limits || !refusal) return undefined;
  const reason = limits.explain(refusal, currency);
  if (refusal === 'currency') return { reason, nearest: undefined };
  const step = limits.step(currency);
  const steps = Math.round(Math.min(amount, limits.maximum(currency)) / step);
  const nearest = Math.max(roundUp(limits.minimum(currency), step), steps * step);
  const isWhole = step === 10 ** minorDigits(currency);
  return { reason, nearest: isWhole ? String(nearest / step) : toDecimal(nearest, currency) };
}

/** Returns an error message if the payment method does not take the amount due. */
export function cannotPay(
  paymentMethod: PaymentMethod,
  amount: number,
  currency: Currency,
): string | undefined {
  const fault = amountFault([paymentMethod], amount, currency);
  if (!fault) return undefined;
  const { reason, nearest } = fault;
  if (nearest === undefined) {
    return t(
      "{reason} This order can't be paid this way. Nothing was charged. Ask us in the chat for another way to pay.",
      { reason },
    );
  }
  return t(
    "{reason} The amount due is {amount}, so this order can't be paid this way. Nothing was charged. Ask us in the chat for an offer of {nearest} {currency}.",
    { reason, nearest, currency, amount: formatMoney(amount, currency) },
  );
}
