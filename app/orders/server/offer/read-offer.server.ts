import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { offers, orders } from '../tables.server.ts';
import { requireWriting } from '../../../chat/server/access.server.ts';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { OrderContext } from '../order-context.server.ts';
import { findOfferedService } from '../../service-source.ts';
import { addDays } from '../../../platform/day.ts';
import {
  DEFAULT_DELIVERY_DAYS,
  DEFAULT_REVISIONS,
  type OfferCoupon,
  type OfferStart,
  type TaxedBuyerText,
} from '../../protocol/offer.ts';

export async function readOffer(
  db: Database,
  offerId: string,
): Promise<typeof offers.$inferSelect> {
  const [offer] = await db.select().from(offers).where(eq(offers.id, offerId));
  if (!offer) throw new Error(`Offer ${offerId} is gone`);
  return offer;
}

export function couponOf({
  couponCode,
  discountAmount,
}: Pick<typeof offers.$inferSelect, 'couponCode' | 'discountAmount'>): OfferCoupon | null {
  return couponCode === null ? null : { code: couponCode, discount: discountAmount };
}

const VALID_DAYS = 14;

/** Prefills an offer with the service that the visitor asks about, in the conversation's language, and default terms. */
export async function beginOffer(
  { db, clock, settings, catalogue }: Pick<OrderContext, 'db' | 'clock' | 'settings' | 'catalogue'>,
  member: Member,
  conversationId: string,
): Promise<OfferStart> {
  const viewer = { kind: 'member', member } as const;
  await requireWriting(db, viewer, conversationId);
  const [asked] = await db
    .select({
      section: conversations.serviceSection,
      slug: conversations.serviceSlug,
      language: conversations.language,
    })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  const path = asked?.section && asked.slug ? `/services/${asked.section}/${asked.slug}` : null;
  const translated = asked && catalogue.in(asked.language, settings.languages.offered);
  const asks = translated && path !== null ? findOfferedService(translated, path) : undefined;
  const service = asks?.isShown ? asks : undefined;
  const today = dayOf(settings.supportTimezone, clock.now());
  return {
    line: {
      title: service?.title ?? '',
      path: service?.path ?? null,
      quantity: service?.sold?.quantity.minimum ?? 1,
      price: service?.price ?? '',
    },
    currency: service?.currency ?? settings.currency,
    deliveryDays: service?.deliveryDays ?? DEFAULT_DELIVERY_DAYS,
    revisions: service?.revisions ?? DEFAULT_REVISIONS,
    validDay: addDays(today, VALID_DAYS),
    questions: service?.questions ?? '',
    today,
    timeZone: settings.supportTimezone,
    ...(settings.tax && {
      buyer: await readTaxedBuyer(db, conversationId, settings.tax.sellerCountry),
    }),
  };
}

/** Returns what the buyer of this conversation's address stated with the newest private order. */
async function readTaxedBuyer(
  db: Database,
  conversationId: string,
  sellerCountry: string,
): Promise<TaxedBuyerText> {
  const [row] = await db
    .select({ country: orders.buyerCountry, taxNumber: orders.taxNumber })
    .from(orders)
    .innerJoin(visitors, eq(visitors.email, orders.buyerEmail))
    .innerJoin(conversations, eq(conversations.visitorId, visitors.id))
    .where(
      and(
        eq(conversations.id, conversationId),
        isNotNull(orders.buyerCountry),
        isNull(orders.companyId),
      ),
    )
    .orderBy(desc(orders.number))
    .limit(1);
  return { country: row?.country ?? sellerCountry, taxNumber: row?.taxNumber ?? '' };
}
