import { eq, lte } from 'drizzle-orm';
import type { KnownCatalogue } from '../../shop/live-catalogue.server.ts';
import { pagesShowingRating } from '../../shop/pages-showing-rating.ts';
import { change, type ChangeContext } from '../../platform/change/change.server.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { deleteSome } from '../../platform/db/delete-some.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { homeAddress } from '../../platform/home-address.ts';
import type { MailMessage } from '../../platform/email/mail.ts';
import { writeMail } from '../../platform/email/write-mail.server.ts';
import { findLink, newLink, takeLink } from '../../platform/one-time-link.server.ts';
import type { Settings } from '../../platform/settings.server.ts';
import type { Address } from '../../shop/service.ts';
import { reviewConfirmations, serviceReviews } from './tables.server.ts';
import { t, msg } from '../../i18n/translate.ts';

const VALID_FOR_MS = 14 * 24 * 60 * 60 * 1000;

export const CONFIRMATION_EXPIRED = msg('This link has expired or has already been used.');

export async function issueConfirmation(
  tx: Database,
  clock: Clock,
  reviewId: string,
): Promise<string> {
  const { token, link } = newLink(clock, VALID_FOR_MS);
  await tx.insert(reviewConfirmations).values({ reviewId, ...link });
  return token;
}

/** The email repeats nothing from the review, because it may reach somebody who has not written one. */
export function confirmationMail(
  sender: Pick<Settings, 'origin' | 'brandName'> & Partial<Pick<Settings, 'languages'>>,
  to: string,
  serviceTitle: string,
  token: string,
): MailMessage {
  const { brandName } = sender;
  const link = `${homeAddress(sender)}/confirm-review?token=${token}`;
  return writeMail({
    kind: 'review-confirmation',
    to,
    brandName,
    unsolicited: 'review',
    subject: t('Confirm your review of {serviceTitle}', { serviceTitle }),
    link,
    body: [
      t('Someone, probably you, reviewed {serviceTitle} at {brandName} with this email address.', {
        serviceTitle,
        brandName,
      }),
      t(
        'Open this link within two weeks to confirm that the review is yours. It will then show the badge ‘Verified email’. Your address is never shown to anyone:',
      ),
      { label: t('Confirm your review'), href: link },
      t("If this wasn't you, you don't need to do anything: the review stays without the badge."),
    ],
  });
}

/** Only `confirmReview` uses up the link. */
export async function findConfirmation(
  db: Database,
  clock: Clock,
  token: string,
): Promise<Address | undefined> {
  const found = await findLink(db, clock, reviewConfirmations, token);
  if (!found) return undefined;
  const [review] = await db
    .select({ section: serviceReviews.section, slug: serviceReviews.serviceSlug })
    .from(serviceReviews)
    .where(eq(serviceReviews.id, found.reviewId));
  return review;
}

/** Throws {@link RefusedError} 410 for an invalid or expired link. */
export async function confirmReview(
  appContext: ChangeContext & KnownCatalogue,
  token: string,
): Promise<Address> {
  const { clock } = appContext;
  return change(appContext, undefined, async (tx, after) => {
    const used = await takeLink(tx, clock, reviewConfirmations, token);
    if (!used) throw new RefusedError(410, t(CONFIRMATION_EXPIRED), 'token');
    const [review] = await tx
      .update(serviceReviews)
      .set({ verifiedAt: clock.now() })
      .where(eq(serviceReviews.id, used.reviewId))
      .returning({ section: serviceReviews.section, slug: serviceReviews.serviceSlug });
    if (!review) throw new RefusedError(410, t(CONFIRMATION_EXPIRED), 'token');
    for (const path of pagesShowingRating(appContext.catalogue, review))
      after.changed('page', path);
    return review;
  });
}

export async function dropExpiredConfirmations(tx: Database, clock: Clock): Promise<number> {
  return deleteSome(tx, reviewConfirmations, lte(reviewConfirmations.expiresAt, clock.now()));
}
