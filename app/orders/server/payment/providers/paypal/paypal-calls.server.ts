import { ApiError, type Client } from '@paypal/paypal-server-sdk';
import * as v from 'valibot';
import type { PayPalSettings } from '../../../../../platform/payment-settings.server.ts';
import type { Currency } from '../../../../../platform/currencies.ts';
import { toDecimal } from '../../../../protocol/money.ts';
import {
  ProviderAwayError,
  ProviderBusyError,
  ProviderForgotError,
  ProviderRefusedError,
} from '../../provider.ts';
import { paypalAmounts } from './amounts.ts';

export const TIMEOUT_MS = 15_000;

/** Formats an amount for PayPal, which takes no decimals for some currencies that have smaller units. */
export function toPayPal(amount: number, currency: Currency): string {
  const step = paypalAmounts.step(currency);
  if (amount % step !== 0)
    throw new ProviderRefusedError(`PayPal only accepts whole amounts in ${currency}`);
  return step === 1 ? toDecimal(amount, currency) : String(amount / step);
}

export function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Translates PayPal's errors into temporary and permanent ones. */
export async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const status = error instanceof ApiError ? error.statusCode : 0;
    const body = error instanceof ApiError && typeof error.body === 'string' ? error.body : '';
    return throwRefusal(status, reasonIn(body, String(error)));
  }
}

function throwRefusal(status: number, { text, issue }: Reason): never {
  if (status === 409) throw new ProviderBusyError(text);
  if (status === 0 || status === 429 || status >= 500) throw new ProviderAwayError(text);
  throw status === 404
    ? new ProviderForgotError(text, issue)
    : new ProviderRefusedError(text, issue);
}

interface Reason {
  readonly text: string;
  readonly issue: string | undefined;
}

const problem = v.object({
  message: v.optional(v.string()),
  details: v.optional(
    v.array(v.object({ issue: v.optional(v.string()), description: v.optional(v.string()) })),
  ),
});

/** PayPal's first detail describes this case, its message only the kind of error. */
function reasonIn(body: string, otherwise: string): Reason {
  const parsed = v.safeParse(problem, parse(body));
  const detail = parsed.success ? parsed.output.details?.[0] : undefined;
  const message = parsed.success ? parsed.output.message : undefined;
  return {
    text: detail?.description ?? detail?.issue ?? message ?? otherwise,
    issue: detail?.issue,
  };
}

/** PayPal's package lacks the catalogue of products. */
export async function getOrPost(
  client: Client,
  { url }: PayPalSettings,
  path: string,
  collection: string,
  body: Readonly<Record<string, string>> & { readonly id: string },
): Promise<void> {
  const { accessToken } = await ask(() => client.clientCredentialsAuthManager.fetchToken());
  const send = async (to: string, sent: RequestInit) => {
    const response = await fetch(new URL(url).origin + to, {
      ...sent,
      headers: {
        Authorization: `Bearer ${accessToken}`,
        'Content-Type': 'application/json',
        'PayPal-Request-Id': body.id,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new ProviderAwayError(String(error));
    });
    const text = await response.text();
    if (response.ok) return;
    throwRefusal(response.status, reasonIn(text, `PayPal answered ${response.status}`));
  };
  try {
    await send(path, { method: 'GET' });
  } catch (error) {
    if (!(error instanceof ProviderForgotError)) throw error;
    await send(collection, { method: 'POST', body: JSON.stringify(body) }).catch(
      (refusal: unknown) => {
        // Another checkout may have created it meanwhile.
        if (!(refusal instanceof ProviderRefusedError)) throw refusal;
        return send(path, { method: 'GET' });
      },
    );
  }
}
