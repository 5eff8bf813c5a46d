import type { Database } from '../../app/platform/db/database.server.ts';
import { Captcha } from '../../app/platform/captcha.server.ts';
import { RateLimiter } from '../../app/platform/rate-limit.ts';
import type { Service } from '../../app/shop/service.ts';
import type { CodeContext } from '../../app/orders/server/checkout/order-codes.server.ts';
import { sendOrderCode } from '../../app/orders/server/checkout/order-codes.server.ts';
import { placeOrder } from '../../app/orders/server/checkout/place-order.server.ts';
import { quoteTyped } from '../../app/orders/server/checkout/quote-form.server.ts';
import { readTaxTerms } from '../../app/orders/server/tax/tax-terms.ts';
import type { TypedForm } from '../../app/orders/protocol/order-form.ts';
import { openBrowser, type TestClock } from './database.ts';
import { createOrderContext } from './orders.ts';
import type { RecordingMail } from './team.ts';

type TestContext = ReturnType<typeof createOrderContext> & CodeContext;

export function createCheckout(
  db: Database,
  clock?: TestClock,
  env?: Record<string, string>,
): TestContext {
  const appContext = createOrderContext(db, clock, env);
  const captcha = new Captcha(appContext, 'a secret of the tests');
  return { ...appContext, captcha, limits: new RateLimiter(appContext.clock) };
}

export function serviceAt({ catalogue }: TestContext, path: string): Service {
  const [section = '', slug = ''] = path.split('/');
  const service = catalogue.findService(section, slug);
  if (!service) throw new Error(`There is no ${path}`);
  return service;
}

/** The digits in the newest mail. */
export function codeIn(mail: Pick<RecordingMail, 'sent'>): string {
  return /minutes: (\d{6})/.exec(mail.sent.at(-1)?.text ?? '')?.[1] ?? '';
}

/** One browser with one order form, as the page shows it. */
export async function openForm(
  appContext: TestContext,
  path: string,
  email: string,
  typed: TypedForm = {},
  change: Partial<Service> = {},
) {
  const service = { ...serviceAt(appContext, path), ...change };
  const browserId = await openBrowser(appContext.db, appContext.clock);
  const key: string = crypto.randomUUID();
  // Each form is in a network of its own, so that the limits of networks do not meet.
  const network = `network of ${key}`;
  const fill = (more: TypedForm = {}): TypedForm => {
    const all: TypedForm = { email, name: 'Elena Ruiz', ...typed, ...more };
    const { terms } = readTaxTerms(appContext, all);
    const { quote } = quoteTyped(appContext, service, all, null, terms);
    return { seen: quote?.view.seen ?? '', ...all };
  };
  const place = (
    more: TypedForm = {},
    sent: {
      key?: string;
      sharedKey?: string;
      browserId?: string;
      network?: string;
      proof?: string;
    } = {},
  ) =>
    placeOrder(appContext, {
      key,
      browserId,
      service,
      network,
      proof: '',
      ...sent,
      typed: fill(more),
    });
  const askCode = async (proof = '') => {
    await sendOrderCode(appContext, { browserId, email, network, proof });
    return codeIn(appContext.mail);
  };
  return { service, browserId, key, fill, place, askCode };
}
