import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { minorDigits } from '../../platform/minor-digits.ts';
import type { ServiceEntry } from '../../shop/catalogue.ts';
import type { PublicationContext } from '../../shop/live-catalogue.server.ts';
import { catalogueMessage } from '../stored-messages.ts';
import type { Editor } from './drafts/write-draft.server.ts';
import { readFirstCatalogue } from './first-catalogue.server.ts';
import { applyPublication } from './publish/apply-publication.server.ts';
import { lockCatalogue } from './publish/catalogue-lock.server.ts';
import { catalogueDrafts, catalogueGroups, catalogueSections, services } from './tables.server.ts';

/** Changes of these fields do not make a service the operator's own. A new currency of the shop changes every service. */
const IGNORED = ['translations', 'popular', 'place', 'isHidden', 'currency'] as const;

export interface FirstService {
  readonly id: string;
  readonly path: string;
  readonly isHidden: boolean;
}

/**
 * Returns the services of the initial catalogue that nobody has changed. A service with a draft counts as changed,
 * because somebody is working on it.
 */
export async function readUnchangedServices(db: Database): Promise<FirstService[]> {
  const first = new Map(readFirstCatalogue().services.map((each) => [each.id, each]));
  const ids = [...first.keys()];
  const rows = await db.select().from(services).where(inArray(services.id, ids));
  const drafts = await db
    .select({ id: catalogueDrafts.entryId })
    .from(catalogueDrafts)
    .where(and(eq(catalogueDrafts.kind, 'service'), inArray(catalogueDrafts.entryId, ids)));
  const drafted = new Set(drafts.map(({ id }) => id));
  return rows
    .filter((row) => {
      const shipped = first.get(row.id);
      return shipped && !drafted.has(row.id) && isUnchanged(row, shipped);
    })
    .map(({ id, section, slug, isHidden }) => ({
      id,
      path: `/services/${section}/${slug}`,
      isHidden,
    }));
}

/** True if the shop shows a service that is not one of the unchanged initial ones. */
export async function hasOwnService(db: Database): Promise<boolean> {
  const unchanged = (await readUnchangedServices(db)).map(({ id }) => id);
  const [own] = await db
    .select({ id: services.id })
    .from(services)
    .innerJoin(catalogueGroups, eq(catalogueGroups.id, services.area))
    .innerJoin(catalogueSections, eq(catalogueSections.id, services.section))
    .where(
      and(
        eq(services.isHidden, false),
        eq(catalogueGroups.isHidden, false),
        eq(catalogueSections.isHidden, false),
        unchanged.length > 0 ? notInArray(services.id, unchanged) : undefined,
      ),
    )
    .limit(1);
  return own !== undefined;
}

/**
 * Hides the unchanged services of the initial catalogue, except those at the given paths, as one publication that can
 * be undone. Returns their number. A second call hides nothing.
 */
export async function hideUnchangedServices(
  tx: Database,
  after: After,
  appContext: PublicationContext,
  editor: Editor,
  except: (path: string) => boolean,
): Promise<number> {
  await lockCatalogue(tx);
  const found = (await readUnchangedServices(tx)).filter(
    ({ path, isHidden }) => !isHidden && !except(path),
  );
  if (found.length === 0) return 0;
  await applyPublication(tx, after, appContext, editor, {
    changes: found.map(({ id }) => ({ kind: 'service', id, fields: { isHidden: true } })),
    note: catalogueMessage('catalogue.first-services-hidden'),
  });
  return found.length;
}

function isUnchanged(row: ServiceEntry, shipped: ServiceEntry): boolean {
  return (
    isDeepStrictEqual(comparable(row, row.currency), comparable(shipped, row.currency)) &&
    hasOnlyTranslationsOf(row, shipped)
  );
}

/** Returns the fields as they come from the database, with the amounts that a change of the currency makes. */
function comparable(service: ServiceEntry, currency: string): unknown {
  const factor = 10 ** (minorDigits(currency) - minorDigits(service.currency));
  const { packages, options, amount, ...fields } = service;
  const rest = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !(IGNORED as readonly string[]).includes(name)),
  );
  const scaled = {
    ...rest,
    amount: amount * factor,
    packages: packages.map((each) => ({ ...each, amount: each.amount * factor })),
    options: options.map((option) => ({
      ...option,
      price:
        option.price.kind === 'amount'
          ? { ...option.price, amount: option.price.amount * factor }
          : option.price,
    })),
  };
  return JSON.parse(JSON.stringify(scaled));
}

/** An older version may have had fewer translations. */
function hasOnlyTranslationsOf(row: ServiceEntry, shipped: ServiceEntry): boolean {
  const known = JSON.parse(JSON.stringify(shipped.translations ?? {})) as Texts;
  return Object.entries((row.translations ?? {}) as Texts).every(([language, { texts }]) =>
    Object.entries(texts).every(([name, text]) => known[language]?.texts[name] === text),
  );
}

type Texts = Readonly<Record<string, { readonly texts: Readonly<Record<string, string>> }>>;
