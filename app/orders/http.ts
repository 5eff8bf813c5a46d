import type { AppContext } from '../app-context.ts';
import { t } from '../i18n/translate.ts';
import * as v from 'valibot';
import { NAVIGATION_ITEMS } from '../accounts/protocol/navigation-items.ts';
import { COMPARISONS, readPeriod } from '../chat/protocol/report-period.ts';
import { serveArchive } from '../files/server/serve/serve-archive.server.ts';
import { disposition, serveFile } from '../files/server/serve/serve-file.server.ts';
import { InvoiceQueueError } from '../billing/invoice-document/render-invoice-pdf.server.ts';
import { download } from '../http/answer.server.ts';
import { BUSY, RETRY_AFTER_SECONDS } from '../http/busy.ts';
import { anyone, member, memberOfPage, signed } from '../http/guards.server.ts';
import { addListExport } from '../http/list-export.server.ts';
import { NO_SUCH_FILE, readFileName } from '../http/read-file-name.ts';
import {
  bytes,
  createRouter,
  form,
  guard,
  json,
  largeForm,
  limit,
  respond,
  type CallerEnv,
} from '../http/router.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { field, isUuid } from '../platform/fields.ts';
import { addressBlock } from '../platform/rate-limit.ts';
import { COUPON_LIST } from './protocol/coupons.ts';
import { ANSWER_MAX_LENGTH } from './rules.ts';
import { INVOICE_LIST } from './protocol/invoices.ts';
import { ORDER_LIST, readOrderQuery } from './protocol/order-query.ts';
import { ORDER_STATES, readNumber } from './protocol/transitions.ts';
import { webhookPathOf, PAYMENT_PROVIDERS } from './server/payment/payment-providers.ts';
import { REVENUE_TABLES } from './protocol/revenue-report.ts';
import { SUBSCRIPTION_LIST } from './protocol/subscription-list.ts';
import { readFeed } from './server/board/calendar-feed.server.ts';
import { CARDS_PER_PAGE, readColumn } from './server/board/read-board.server.ts';
import { findOrderBySecret, findOrderOfMember } from './server/access.server.ts';
import { BUYER_PURPOSES, NOT_ORDERABLE, ownerOf } from './server/files/order-file-rules.server.ts';
import { readArchive, findOrderFile } from './server/files/order-files.server.ts';
import { quoteForm } from './server/checkout/quote-form.server.ts';
import { isOrderable } from './server/checkout/quote-service.server.ts';
import { exportCoupons } from './server/coupons/list-coupons.server.ts';
import { saveAnswers } from './server/answers/save-answers.server.ts';
import { answersIn } from './server/order/complete-brief.server.ts';
import { exportInvoices, exportTaxes } from './server/invoices/list-invoices.server.ts';
import { renderInvoice } from './server/invoices/read-invoices.server.ts';
import { exportOrders } from './server/order/list-orders.server.ts';
import { exportFunnel, readFunnel } from './server/report/read-funnel.server.ts';
import { exportRevenueTable } from './server/report/show-revenue-report.server.ts';
import { exportSubscriptions } from './server/subscription/list-subscriptions.server.ts';
import { takeWebhook } from './server/payment/take-webhook.server.ts';

/** The limit allows a page of pictures, several times. */
const BUYER_FILES = { name: 'open-order-files', burst: 600, perMinute: 300 };
/** Reads all data of two periods, as the page does. */
export const REVENUE = { name: 'revenue-report', burst: 20, perMinute: 20 };
const FUNNEL = { name: 'funnel-export', burst: 20, perMinute: 20 };
/** The form saves after each pause in typing. */
const ANSWERS = { name: 'order-answers', burst: 120, perMinute: 60 };
const TypedAnswers = v.object({
  fields: v.record(v.string(), v.pipe(v.string(), v.maxLength(ANSWER_MAX_LENGTH * 2))),
});
/** The form asks after each pause in typing. */
const QUOTES = { name: 'order-quotes', burst: 120, perMinute: 60 };
const QuoteRequest = v.object({
  service: field(100),
  fields: v.record(v.pipe(v.string(), v.maxLength(100)), field(100)),
});
/** Each document is typeset anew. */
export const INVOICES = { name: 'invoices', burst: 30, perMinute: 30 };
/** An archive reads every file of an order. */
export const ARCHIVES = { name: 'order-archives', burst: 10, perMinute: 10 };
/** Calendar programs ask about once an hour. */
const CALENDARS = { name: 'calendar-feed', burst: 60, perMinute: 30 };
/** A board that is reloaded asks for several columns. */
const BOARD = { name: 'order-board', burst: 240, perMinute: 240 };
const TEAM_FILES = { name: 'team-order-files', burst: 600, perMinute: 600 };
/** The file has at most 500,000 characters, of up to four bytes each. */
const IMPORT_LIMIT = { bytes: 2 * 1024 * 1024, said: '2 MB' };
/** Providers retry rejected events, and their events come from few addresses. */
const WEBHOOK_LIMIT = { name: 'payment-webhook', burst: 240, perMinute: 240 };

const { permission } = NAVIGATION_ITEMS['/team/orders'];

/** The secret of an order in the address gives access to its own files only. */
const buyer = guard<CallerEnv & { Variables: { orderId: string } }>('signed', async (c) => {
  const { appContext, info } = c.var;
  readFileName({ id: c.req.param('id') ?? '', preview: c.req.param('preview') });
  await appContext.limits.take(BUYER_FILES, addressBlock(info.address));
  const orderId = await findOrderBySecret(appContext.db, c.req.param('secret') ?? '');
  if (!orderId) throw new RefusedError(404, t(NO_SUCH_FILE));
  c.set('orderId', orderId);
});

export const orders = createRouter()
  // A POST, because servers and proxies log addresses, and the code of a coupon must not be in one.
  .post('/order-quotes', anyone(), limit(QUOTES, 'network'), json(QuoteRequest), async (c) => {
    const { appContext, info } = c.var;
    const { service: id, fields } = c.req.valid('json');
    const found = appContext.catalogue.findServiceById(id);
    const service = found?.isShown ? found.service : undefined;
    if (!service || !isOrderable(service, appContext.settings.directOrders)) {
      throw new RefusedError(404, t(NOT_ORDERABLE));
    }
    const { quote, errors } = await quoteForm(
      appContext,
      service,
      fields,
      addressBlock(info.address),
    );
    return respond(c, { quote: quote?.view ?? null, errors: errors ?? {} });
  })

  .get('/order/:secret/files/:id/:preview?', buyer, async (c) => {
    const { appContext, orderId } = c.var;
    const { id, preview } = readFileName(c.req.param());
    const own = BUYER_PURPOSES.map((purpose) => ownerOf(orderId, purpose));
    const file = await findOrderFile(appContext.db, orderId, id, own);
    const found =
      file && (await serveFile(appContext.files.store, file, preview, c.req.raw, 'all download'));
    if (!found) throw new RefusedError(404, t(NO_SUCH_FILE));
    return found;
  })

  .get('/order/:secret/archive', anyone(), limit(ARCHIVES, 'network'), async (c) => {
    const { appContext } = c.var;
    const orderId = await findOrderBySecret(appContext.db, c.req.param('secret'));
    return answerArchive(appContext, orderId, c.req.raw);
  })

  .get('/order/:secret/invoices/:id', anyone(), limit(INVOICES, 'network'), async (c) => {
    const { appContext } = c.var;
    const { secret, id } = c.req.param();
    const orderId = await findOrderBySecret(appContext.db, secret);
    return answerInvoice(appContext, orderId, id);
  })

  .get(
    '/team/orders/:number/invoices/:id',
    memberOfPage(permission, 'JSON'),
    limit(INVOICES),
    async (c) => {
      const { appContext, member } = c.var;
      const { number, id } = c.req.param();
      const orderId = await findOrderOfMember(appContext.db, member, readNumber(number) ?? -1);
      return answerInvoice(appContext, orderId, id);
    },
  )

  // The documents of all orders, and those whose order was deleted.
  .get(
    '/team/invoices/:id/pdf',
    memberOfPage(NAVIGATION_ITEMS['/team/invoices'].permission, 'JSON'),
    limit(INVOICES),
    (c) => answerDocument(c.var.appContext, c.req.param('id')),
  )

  // The secret in the address is the credential.
  .post(
    '/order/:secret/answers',
    anyone(),
    limit(ANSWERS, 'network'),
    json(TypedAnswers),
    async (c) => {
      const { fields } = c.req.valid('json');
      return respond(
        c,
        await saveAnswers(c.var.appContext, c.req.param('secret'), answersIn(fields)),
      );
    },
  )

  .get(
    '/team/orders/:number/archive',
    memberOfPage(permission, 'JSON'),
    limit(ARCHIVES),
    async (c) => {
      const { appContext, member } = c.var;
      const number = readNumber(c.req.param('number')) ?? -1;
      const orderId = await findOrderOfMember(appContext.db, member, number);
      return answerArchive(appContext, orderId, c.req.raw);
    },
  )

  .get(
    '/team/orders/:number/files/:id/:preview?',
    memberOfPage(permission, 'JSON'),
    limit(TEAM_FILES),
    async (c) => {
      const { appContext, member } = c.var;
      const { id, preview } = readFileName(c.req.param());
      const orderId = await findOrderOfMember(
        appContext.db,
        member,
        readNumber(c.req.param('number')) ?? -1,
      );
      const own = [ownerOf(orderId ?? '', 'delivery', member.id)];
      const file = orderId && (await findOrderFile(appContext.db, orderId, id, own));
      const found =
        file && (await serveFile(appContext.files.store, file, preview, c.req.raw, 'all download'));
      if (!found) throw new RefusedError(404, t(NO_SUCH_FILE));
      return found;
    },
  )

  // A GET happens after signing in again on the way here, and when a rejected download is reloaded.
  .get('/team/reports/funnel', anyone(), (c) => c.redirect('/team/reports'))
  .post(
    '/team/reports/funnel',
    memberOfPage(NAVIGATION_ITEMS['/team/reports'].permission),
    limit(FUNNEL),
    form(v.object({ format: v.picklist(['csv', 'json']), from: field(10), to: field(10) })),
    async (c) => {
      const { appContext, trace } = c.var;
      const { format, from, to } = c.req.valid('form');
      const { clock, catalogue, db, settings } = appContext;
      const query = new URLSearchParams({ from, to });
      const period = readPeriod(query, settings.supportTimezone, clock.now());
      if (period.problem) throw new RefusedError(400, period.problem);
      const rows = await readFunnel(db, catalogue, period, settings.supportTimezone);
      return download({
        name: `orders-${period.from}-${period.to}.${format}`,
        type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        body: await exportFunnel(appContext, trace, rows, period, format),
      });
    },
  )

  .get('/team/reports/revenue/export', anyone(), (c) => c.redirect('/team/reports/revenue'))
  .post(
    '/team/reports/revenue/export',
    memberOfPage(NAVIGATION_ITEMS['/team/reports/revenue'].permission),
    limit(REVENUE),
    form(
      v.object({
        table: v.picklist(REVENUE_TABLES),
        from: field(10),
        to: field(10),
        compare: v.picklist(COMPARISONS),
        currency: field(3),
      }),
    ),
    async (c) => {
      const { appContext, trace } = c.var;
      const { table, from, to, compare: comparison, currency } = c.req.valid('form');
      const { clock, settings } = appContext;
      const query = new URLSearchParams({ from, to });
      const period = readPeriod(query, settings.supportTimezone, clock.now());
      if (period.problem) throw new RefusedError(400, period.problem);
      const asked = { period, comparison, currency };
      return download({
        name: `revenue-${table}-${period.from}-${period.to}.csv`,
        type: 'text/csv; charset=utf-8',
        body: await exportRevenueTable(appContext, trace, asked, table),
      });
    },
  )

  // The secret in the address is the credential: calendar programs have no session.
  .get('/team/orders/calendar/:secret', signed(CALENDARS), async (c) => {
    const body = await readFeed(c.var.appContext, c.req.param('secret'));
    if (body === undefined) throw new RefusedError(404, t('This calendar is not available.'));
    return new Response(body, {
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'inline; filename="orders.ics"',
        'Cache-Control': 'private, no-store',
        'X-Robots-Tag': 'noindex',
      },
    });
  })

  .get('/team/orders/column', memberOfPage(permission, 'JSON'), limit(BOARD), async (c) => {
    const { appContext, member } = c.var;
    const params = new URL(c.req.url).searchParams;
    const state = ORDER_STATES.find((one) => one === params.get('state'));
    if (!state) throw new RefusedError(400, t('There is no such column.'));
    const take = Number(params.get('take'));
    const shop = {
      timeZone: appContext.settings.supportTimezone,
      now: appContext.clock.now(),
    };
    const column = await readColumn(appContext.db, member, readOrderQuery(params), shop, {
      state,
      after: params.get('from') ?? '',
      take: Number.isInteger(take) && take > 0 ? take : CARDS_PER_PAGE,
    });
    return respond(c, column);
  });

addListExport(orders, ORDER_LIST, permission, ({ appContext, trace, member, state }) =>
  exportOrders(appContext, trace, member, state),
);
addListExport(
  orders,
  INVOICE_LIST,
  NAVIGATION_ITEMS['/team/invoices'].permission,
  ({ appContext, trace, state, sent }) =>
    (sent.file === 'taxes' ? exportTaxes : exportInvoices)(appContext, trace, state),
  { more: { file: v.optional(v.literal('taxes')) } },
);
addListExport(
  orders,
  SUBSCRIPTION_LIST,
  NAVIGATION_ITEMS['/team/subscriptions'].permission,
  ({ appContext, trace, member, state }) => exportSubscriptions(appContext, trace, member, state),
);
addListExport(
  orders,
  COUPON_LIST,
  NAVIGATION_ITEMS['/team/coupons'].permission,
  ({ appContext, trace, state }) => exportCoupons(appContext, trace, state),
);

// The page itself handles the form, which may be larger than others.
for (const path of ['/team/subscriptions/import', '/team/subscriptions/import.data']) {
  orders.post(path, largeForm(member('change-settings'), IMPORT_LIMIT));
}

for (const paymentMethod of PAYMENT_PROVIDERS) {
  // The signature of the body is the only authentication of the payment service. Verifying the one of PayPal sends a
  // request to PayPal, so the rate limit comes first.
  orders.post(webhookPathOf(paymentMethod), signed(WEBHOOK_LIMIT), bytes(), async (c) => {
    await takeWebhook(
      c.var.appContext,
      paymentMethod,
      new TextDecoder().decode(c.var.body),
      c.req.raw.headers,
    );
    return respond(c, { received: true });
  });
}

/** Other addresses below `/webhooks/` do not lead to a page, which would be rendered. */
orders.all('/webhooks/:name', anyone(), (c) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    throw new RefusedError(404, t('There is nothing at this address.'));
  }
  return c.text('Not found', 404);
});

/** Answers with all sent files of the order. Throws {@link RefusedError}: 404. */
export async function answerArchive(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  orderId: string | undefined,
  request: Request,
): Promise<Response> {
  const archive = orderId === undefined ? undefined : await readArchive(db, orderId);
  const found =
    archive &&
    archive.entries.length > 0 &&
    (await serveArchive(files.store, archive.name, archive.entries, request));
  if (!found) throw new RefusedError(404, t(NO_SUCH_FILE));
  return found;
}

/** Answers with a document of this order. Throws {@link RefusedError}: 404, or 503 while too many documents are waiting. */
export async function answerInvoice(
  appContext: AppContext,
  orderId: string | undefined,
  id: string,
): Promise<Response> {
  if (orderId === undefined) throw new RefusedError(404, t(NO_SUCH_FILE));
  return answerDocument(appContext, id, orderId);
}

/** Without an order, the caller may read all documents. Throws like {@link answerInvoice}. */
async function answerDocument(
  appContext: AppContext,
  id: string,
  orderId?: string,
): Promise<Response> {
  const file = isUuid(id)
    ? await renderInvoice(appContext, id, orderId).catch(refuseIfBusy)
    : undefined;
  if (!file) throw new RefusedError(404, t(NO_SUCH_FILE));
  return new Response(file.body, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': disposition('attachment', file.name),
      'Cache-Control': 'private, no-cache',
    },
  });
}

function refuseIfBusy(error: unknown): never {
  if (!(error instanceof InvoiceQueueError)) throw error;
  throw new RefusedError(503, t(BUSY), undefined, RETRY_AFTER_SECONDS);
}
