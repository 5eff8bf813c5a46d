import { t } from '../../../i18n/translate.ts';
import { eq } from 'drizzle-orm';
import { minorDigits } from '../../../platform/minor-digits.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Editor } from '../drafts/write-draft.server.ts';
import { readDrafts } from '../drafts/read-drafts.server.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { decimalSign } from '../../../platform/read-amount.ts';
import { writeAmount } from '../../protocol/read-amount.ts';
import { services } from '../tables.server.ts';
import { applyPublication } from './apply-publication.server.ts';
import { lockCatalogue } from './catalogue-lock.server.ts';
import type { PublicationContext } from '../../../shop/live-catalogue.server.ts';
import { catalogueMessage } from '../../stored-messages.ts';

export interface CurrencyChange {
  readonly from: string;
  readonly to: string;
}

/**
 * Changes the currency of all services priced in `from`, keeping every number: 80 stays 80. This is one publication
 * that can be undone, in the transaction that saves the shop's currency. Offers and orders keep theirs. Throws
 * {@link RefusedError} 409 for a price that the new currency cannot represent.
 */
export async function changeCurrency(
  tx: Database,
  after: After,
  appContext: PublicationContext,
  editor: Editor,
  { from, to }: CurrencyChange,
): Promise<void> {
  await lockCatalogue(tx);
  const priced = await tx.select().from(services).where(eq(services.currency, from));
  if (priced.length === 0) return;
  const isOtherwiseWritten = minorDigits(from) !== minorDigits(to);
  if (isOtherwiseWritten && (await readDrafts(tx)).some(({ fields }) => hasPrice(fields))) {
    throw new RefusedError(
      409,
      t(
        'Publish or discard the drafts with prices first: {to} has a different number of decimal places.',
        { to },
      ),
    );
  }
  await applyPublication(tx, after, appContext, editor, {
    note: catalogueMessage('catalogue.currency-changed', { from, to }),
    changes: priced.map(({ id, title, amount, packages, options }) => {
      const convert = (before: number) => sameNumber(before, title, { from, to });
      return {
        kind: 'service' as const,
        id,
        fields: {
          currency: to,
          amount: convert(amount),
          packages: packages.map((each) => ({ ...each, amount: convert(each.amount) })),
          options: options.map((option) => ({
            ...option,
            price:
              option.price.kind === 'amount'
                ? { ...option.price, amount: convert(option.price.amount) }
                : option.price,
          })),
        },
      };
    }),
  });
}

function hasPrice(fields: Readonly<Record<string, unknown>>): boolean {
  return 'amount' in fields || 'packages' in fields || 'options' in fields;
}

/** The shown number stays the same. */
function sameNumber(amount: number, title: string, { from, to }: CurrencyChange): number {
  const digits = minorDigits(to) - minorDigits(from);
  const converted = digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;
  if (Number.isInteger(converted) && converted <= LIMITS.amount) return converted;
  throw new RefusedError(
    409,
    t(
      "“{title}” costs {amount}, which can't be expressed in {to}. Nothing was saved. Change its price first.",
      { title, amount: writeAmount(amount, from, decimalSign()), to },
    ),
  );
}
