import { and, eq, isNull } from 'drizzle-orm';
import { sumUpTaxes } from '../../../billing/invoice-document/arithmetic.ts';
import type {
  InvoiceLine,
  InvoiceParty,
} from '../../../billing/invoice-document/invoice-document.ts';
import {
  issueDocument,
  type UnissuedDocument,
  type InvoiceRow,
} from '../../../billing/server/invoices/issue-document.server.ts';
import type { IssuedDocument } from '../../../billing/server/invoices/issued-document.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { After, Happening } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { findLanguage, LANGUAGES } from '../../../platform/languages.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { amountOfLine, formatOfferLine, type OfferLine } from '../../protocol/offer.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import type { OrderRow } from '../tables.server.ts';
import { speechOfBuyer } from '../order/reach-buyer.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { lastDayBefore } from '../../deadlines.ts';
import { subscriptionPeriods } from '../subscription/tables.server.ts';
import { positionOf, type InvoiceState } from '../../protocol/order-view.ts';
import { rateOf } from '../tax/line-amounts.ts';
import type { MilestoneRow } from '../milestones/milestone-rows.server.ts';
import type { PartOfOrder } from '../milestones/part-of-order.server.ts';
import { stateOf } from './read-invoices.server.ts';

/**
 * Issues the invoice of a paid order or milestone, or marks the one that was issued before as paid. Must be the last step of the
 * transaction, because it draws a number. An order of nothing has an invoice only if tax is on.
 */
export async function invoicePayment(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  part: PartOfOrder,
): Promise<void> {
  if (order.isTest || (order.amount === 0 && appContext.settings.tax === undefined)) return;
  const issued = await lockInvoice(tx, order.id, part.position);
  if (!issued) {
    const terms = { reason: 'payment', termDays: 0, isPaid: true } as const;
    await issueInvoice(tx, after, appContext, order, part, terms);
  } else if (issued.paidAt === null) {
    await tx
      .update(invoices)
      .set({ paidAt: appContext.clock.now() })
      .where(eq(invoices.id, issued.id));
    after.happened(invoiceChanged(issued, order, 'paid'));
  }
}

/** Locks and returns the invoice of an order or milestone that is not void, so that nobody credits it twice. */
export async function lockInvoice(
  tx: Database,
  orderId: string,
  milestone: number | null,
): Promise<InvoiceRow | undefined> {
  const [row] = await tx
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.orderId, orderId),
        milestone === null ? isNull(invoices.milestone) : eq(invoices.milestone, milestone),
        eq(invoices.kind, 'invoice'),
        isNull(invoices.voidedAt),
      ),
    )
    .for('update');
  return row;
}

/** The caller holds the order's lock. */
export async function issueInvoice(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  { milestone, position, creditAmount }: PartOfOrder,
  terms: Pick<UnissuedDocument, 'reason' | 'termDays' | 'isPaid'>,
): Promise<InvoiceRow> {
  const { settings } = appContext;
  const { lines } = await readOffer(tx, order.offerId);
  const orderNumber = formatOrderNumber(order.number);
  const [conversation] = order.conversationId
    ? await tx
        .select({ language: conversations.language, name: conversations.visitorName })
        .from(conversations)
        .where(eq(conversations.id, order.conversationId))
    : [];
  const inBuyersWords = await speechOfBuyer(tx, settings, order.conversationId);
  const documentLines = inBuyersWords(() =>
    milestone ? toMilestoneLines(lines, milestone) : lines.map(toInvoiceLine),
  );
  const sum = (part: 'net' | 'tax') => documentLines.reduce((all, line) => all + line[part], 0);
  const [net, tax] = [sum('net'), sum('tax')];
  const gross = net + tax;
  // Credit was spent when the order was placed.
  const paidAtIssue = terms.isPaid ? gross : creditAmount;
  const invoice = await issueDocument(tx, appContext, {
    ...terms,
    kind: 'invoice',
    orderId: order.id,
    milestone: position,
    buyerEmail: order.buyerEmail,
    document: {
      supply: await readSupply(tx, settings.supportTimezone, order, milestone),
      language: findLanguage(conversation?.language) ?? settings.languages.main,
      currency: order.currency,
      pricesIncludeTax: lines.some(isIncluded),
      seller: sellerOf(settings),
      buyer: {
        // An email address must not be in a document that outlives an erasure.
        name:
          order.billing?.name ??
          conversation?.name ??
          inBuyersWords(() => t('Buyer of order {number}', { number: orderNumber })),
        address: withoutCountry(
          order.billing?.address.split('\n').filter((line) => line !== '') ?? [],
          order.buyerCountry,
        ),
        country: order.buyerCountry ?? undefined,
        taxNumber: order.taxNumber ?? undefined,
      },
      lines: documentLines,
      taxes: sumUpTaxes(documentLines),
      totals: {
        net,
        tax,
        gross,
        paidAtIssue,
        due: gross - paidAtIssue,
      },
      ...(gross > paidAtIssue &&
        settings.bankDetails !== '' && {
          payment: {
            details: settings.bankDetails.split('\n'),
            reference: orderNumber,
          },
        }),
      corrects: null,
    },
  });
  after.happened(invoiceChanged(invoice, order, stateOf(invoice)));
  return invoice;
}

/** The period of a subscription, or the day of the delivery. Null while nothing is delivered. */
async function readSupply(
  tx: Database,
  timeZone: string,
  order: Pick<OrderRow, 'id' | 'deliveredAt'>,
  milestone: MilestoneRow | null,
): Promise<IssuedDocument['supply']> {
  const [period] = await tx
    .select({ startsAt: subscriptionPeriods.startsAt, endsAt: subscriptionPeriods.endsAt })
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.orderId, order.id));
  if (period?.startsAt && period.endsAt) {
    return {
      from: dayOf(timeZone, period.startsAt),
      until: lastDayBefore(timeZone, period.endsAt),
    };
  }
  const { deliveredAt } = milestone ?? order;
  if (!deliveredAt) return null;
  const day = dayOf(timeZone, deliveredAt);
  return { from: day, until: day };
}

/** The notification for webhooks and the API. It contains only references, no names and amounts. */
export function invoiceChanged(
  { id, kind, number }: Pick<InvoiceRow, 'id' | 'kind' | 'number'>,
  order: Pick<OrderRow, 'number'>,
  state: InvoiceState,
): Happening {
  const data = { invoice: id, kind, number, order: formatOrderNumber(order.number), state };
  return { type: 'invoice.changed', data, log: { subject: id, position: positionOf(state) } };
}

const ONE_UNIT = { name: '', code: 'C62' } as const;

/** One line of the document for each line of the order, because refunds and credit notes name lines by their index. */
function toInvoiceLine(line: OfferLine): InvoiceLine {
  const { title, quantity, unitAmount, options = [], tax, discount = 0 } = line;
  const rest = {
    unit: ONE_UNIT,
    net: tax ? tax.base : amountOfLine(line) - discount,
    tax: tax?.amount ?? 0,
    taxRate: rateOf(tax),
  };
  // A reverse charge takes the tax out of the whole price, and parts of it could not be exact.
  if (tax?.removed) {
    return { ...rest, title: formatOfferLine(line), quantity: 1, unitPrice: rest.net, discount: 0 };
  }
  return {
    ...rest,
    title,
    quantity,
    unitPrice: unitAmount,
    discount,
    ...(options.length > 0 && {
      options: options.map((option) => ({
        title: option.title,
        quantity: option.quantity,
        amount: option.amount,
      })),
    }),
  };
}

/** The milestone's part of each line of the order. */
function toMilestoneLines(
  lines: readonly OfferLine[],
  { taxes, title }: MilestoneRow,
): InvoiceLine[] {
  return taxes.map(({ line, net, tax, taxRate }) => {
    const ordered = lines[line];
    if (!ordered) throw new Error(`The order has no line ${line}`);
    return {
      title: `${title}: ${formatOfferLine(ordered)}`,
      quantity: 1,
      unit: ONE_UNIT,
      unitPrice: lines.some(isIncluded) ? net + tax : net,
      discount: 0,
      net,
      tax,
      taxRate,
    };
  });
}

const isIncluded = ({ tax }: OfferLine): boolean =>
  tax !== undefined && tax.kind === 'rate' && tax.isIncluded;

/**
 * Without a seller in the settings, the brand and the postal address of the shop are stated. An address that was typed
 * in one line has its parts between commas.
 */
function sellerOf({ brandName, postalAddress, seller }: OrderContext['settings']): InvoiceParty {
  const { name, address, country, taxNumber } = seller;
  return {
    name: name || brandName,
    address: withoutCountry(linesOf(address || postalAddress), country),
    country: country || undefined,
    taxNumber: taxNumber || undefined,
  };
}

function linesOf(address: string): string[] {
  return address
    .split(address.includes('\n') ? '\n' : ',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The document states the country itself, so a last line that names it is left out. */
function withoutCountry(address: readonly string[], country: string | null): readonly string[] {
  const last = address.at(-1)?.toLocaleLowerCase();
  if (!country || last === undefined) return address;
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).map((style) =>
      new Intl.DisplayNames([language], { type: 'region', style }).of(country)?.toLocaleLowerCase(),
    ),
  );
  return [...names, country.toLowerCase()].includes(last) ? address.slice(0, -1) : address;
}
