import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { hasOwnService } from '../../catalogue/server/first-services.server.ts';
import { contentBlockId } from '../../catalogue/protocol/content-blocks.ts';
import { catalogueTexts } from '../../catalogue/server/tables.server.ts';
import { takesCurrency } from '../../orders/server/payment/accepted-amounts.ts';
import { providersOf } from '../../orders/server/payment/payment-providers.ts';
import { CHANGEABLE } from '../../platform/changeable-settings.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { SOURCE_LANGUAGE } from '../../platform/languages.ts';
import type { Settings } from '../../platform/settings.server.ts';
import { STEPS, type Part, type Step, type StepId } from '../protocol/steps.ts';
import {
  countOwnAccounts,
  hasTestedOrder,
  hasOwnAdmin,
  hasOwnAnswering,
} from './read-demo.server.ts';
import { setupGuide } from './tables.server.ts';

export interface GuideContext {
  readonly db: Database;
  readonly settings: Settings;
  readonly cookieSecret: string;
}

/** Reads the state of every step from the database, so that a step is ticked as soon as it is true. */
export async function readSteps({ db, settings, cookieSecret }: GuideContext): Promise<Step[]> {
  const [guide] = await db.select().from(setupGuide);
  const isTrue: Readonly<Record<Part, boolean>> = {
    'own-admin': await hasOwnAdmin(db),
    name: settings.brandName !== CHANGEABLE.BRAND_NAME.default,
    logo: await hasLogo(db),
    'postal-address': settings.postalAddress !== CHANGEABLE.POSTAL_ADDRESS.default,
    seller: isWhole(settings.seller),
    'tax-rates': settings.tax === undefined || settings.tax.rates.length > 0,
    payment:
      settings.paymentUrl !== CHANGEABLE.PAYMENT_URL.default ||
      settings.bankDetails !== '' ||
      providersOf(settings).some((provider) => takesCurrency(provider, settings.currency)),
    'mail-server': settings.smtpUrl !== undefined,
    'mail-test': guide?.mailTestedFor === hashMailSettings(cookieSecret, settings),
    hours:
      settings.chatHours !== undefined ||
      settings.supportHours !== CHANGEABLE.SUPPORT_HOURS.default,
    colleague: (await countOwnAccounts(db)) > 1 || (await hasOwnAnswering(db, 'admin')),
    service: await hasOwnService(db),
    'test-order': (guide?.orderTestedAt ?? null) !== null || (await hasTestedOrder(db)),
  };
  return (Object.keys(STEPS) as StepId[]).map((id) => {
    const missing = STEPS[id].filter((part) => !isTrue[part]);
    return { id, isDone: missing.length === 0, missing };
  });
}

const isWhole = ({ name, address, country }: Settings['seller']) =>
  [name, address, country].every((text) => text !== '');

async function hasLogo(db: Database): Promise<boolean> {
  const id = contentBlockId({ language: SOURCE_LANGUAGE, kind: 'brand', name: '' });
  const [brand] = await db
    .select({ fields: catalogueTexts.fields })
    .from(catalogueTexts)
    .where(eq(catalogueTexts.id, id));
  const logo = brand?.fields.logo;
  return typeof logo === 'string' && logo !== '';
}

/** Identifies the email settings. The key keeps the password that they contain from being guessed from the hash. */
export function hashMailSettings(
  cookieSecret: string,
  { smtpUrl, mailFrom }: Pick<Settings, 'smtpUrl' | 'mailFrom'>,
): string {
  return createHmac('sha256', cookieSecret)
    .update(JSON.stringify(['email settings', smtpUrl, mailFrom]))
    .digest('base64url');
}
