import type { ShopLanguages } from '../../../platform/address-language.ts';
import { t } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { byPlace, toService, type ServiceEntry } from '../../../shop/catalogue.ts';
import type { WorkingCatalogue } from '../../protocol/draft.ts';
import type { EntryFields } from '../../protocol/entry.ts';
import { FORM_FIELDS } from '../../protocol/field-labels.ts';
import type { Faults, Texts } from '../../protocol/read-texts.ts';
import { ANY_QUANTITY } from '../../../orders/pricing/quantity.ts';
import { NO_REQUESTS } from '../../../shop/included-requests.ts';
import { decimalSign } from '../../../platform/read-amount.ts';
import { readServiceTexts } from '../entries/service-texts.ts';
import type { KnownCatalogue } from '../../../shop/live-catalogue.server.ts';
import { PACKAGE_NAMES, type Service } from '../../../shop/service.ts';
import { readWorking } from '../drafts/read-drafts.server.ts';
import { Content } from '../../protocol/content.ts';
import { parseContentBlockId, type ContentBlockKey } from '../../protocol/content-blocks.ts';

/** Returns the service as it will look once its draft is published, or undefined for an unknown id. */
export async function readPreview(
  appContext: KnownCatalogue & { readonly db: Database },
  id: string,
): Promise<Service | undefined> {
  const working = await readWorking(appContext);
  const found = working.services.find(({ entry: catalogueEntry }) => catalogueEntry.id === id);
  return found && asPage(appContext, working, found.entry);
}

export const NEW_SERVICE = 'new';

/**
 * Previews the form's current values, saved or not. A value that cannot be parsed yet, such as a half-typed price,
 * keeps its previous value.
 */
export async function readTypedPreview(
  appContext: KnownCatalogue & { readonly db: Database },
  id: string,
  typed: Texts,
): Promise<Service | undefined> {
  const working = await readWorking(appContext);
  const found = working.services.find(
    ({ entry: catalogueEntry }) => catalogueEntry.id === id,
  )?.entry;
  const known = found ?? (id === NEW_SERVICE ? blankService(working) : undefined);
  if (!known) return undefined;
  const { fields, faults } = readServiceTexts(typed, decimalSign());
  const catalogueEntry = { ...known, ...readableFields({ ...fields }, faults) };
  const hasGroup = working.groups.some(
    ({ entry: group }) =>
      group.id === catalogueEntry.area && group.section === catalogueEntry.section,
  );
  const { section, area } = hasGroup ? catalogueEntry : known;
  return asPage(appContext, working, { ...catalogueEntry, section, area });
}

function asPage(
  { catalogue }: KnownCatalogue,
  { sections }: WorkingCatalogue,
  catalogueEntry: ServiceEntry,
): Service {
  const section = sections.find((each) => each.entry.id === catalogueEntry.section);
  const addresses = catalogue.findServiceById(catalogueEntry.id)?.service.addresses ?? [];
  return toService(catalogueEntry, section?.entry.look ?? 'graphics', addresses);
}

function readableFields(fields: EntryFields, faults: Faults): Partial<ServiceEntry> {
  const faulty = Object.keys(faults);
  const isFaulty = (name: string) => {
    if (name === 'packages') {
      return faulty.some((field) => PACKAGE_NAMES.some((each) => field.startsWith(`${each}.`)));
    }
    if (name === 'options' || name === 'intake' || name === 'quantity') {
      const start = name === 'options' ? 'option' : name;
      return faulty.some((field) => field.startsWith(`${start}.`));
    }
    if (name === 'questions') return faulty.some((field) => /^(question|answer)\./.test(field));
    return faulty.includes(FORM_FIELDS[name] ?? name);
  };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isFaulty(name)));
}

/** A new service starts empty, in the first group. */
function blankService({ groups }: WorkingCatalogue): ServiceEntry | undefined {
  const [group] = groups.map(({ entry: catalogueEntry }) => catalogueEntry).sort(byPlace);
  return (
    group && {
      id: NEW_SERVICE,
      section: group.section,
      area: group.id,
      slug: NEW_SERVICE,
      title: t('New service'),
      summary: '',
      description: '',
      amount: 0,
      currency: 'USD',
      unit: 'flat',
      note: '',
      cents: false,
      deliveryDays: null,
      revisions: null,
      needs: '',
      delivers: '',
      packages: [],
      options: [],
      intake: [],
      quantity: ANY_QUANTITY,
      isOrderable: true,
      allowsOnce: true,
      allowsSubscription: true,
      requests: NO_REQUESTS,
      taxRate: '',
      deposit: null,
      checklist: [],
      questions: [],
      popular: null,
      art: null,
      photos: [],
      videos: [],
      place: 0,
      isHidden: false,
    }
  );
}

/** Returns the texts as they will be once every draft is published, or undefined for an unknown content block. */
export async function readContentPreview(
  appContext: KnownCatalogue & {
    readonly db: Database;
    readonly settings: { readonly languages: ShopLanguages };
  },
  id: string,
): Promise<{ readonly key: ContentBlockKey; readonly words: Content } | undefined> {
  const { texts } = await readWorking(appContext);
  const key = parseContentBlockId(id);
  if (!key || !texts.some(({ entry: catalogueEntry }) => catalogueEntry.id === id))
    return undefined;
  const entries = texts.map(({ entry: catalogueEntry }) => catalogueEntry);
  return { key, words: new Content(entries, appContext.settings.languages.offered) };
}
