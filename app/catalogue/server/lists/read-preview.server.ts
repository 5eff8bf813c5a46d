import { say } from '../../../platform/say.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { byPlace, toService, type ServiceEntry } from '../../../shop/catalogue.ts';
import type { WorkingCatalogue } from '../../protocol/draft.ts';
import type { EntryFields } from '../../protocol/entry.ts';
import { FORM_FIELDS } from '../../protocol/field-labels.ts';
import type { Faults, Texts } from '../../protocol/read-texts.ts';
import { readServiceTexts } from '../entries/service-texts.ts';
import type { KnownCatalogue } from '../../../shop/live-catalogue.server.ts';
import { PACKAGE_NAMES, type Service } from '../../../shop/service.ts';
import { readWorking } from './read-working.server.ts';
import { Content } from '../../protocol/content.ts';
import { parsePieceId, type PieceKey } from '../../protocol/pieces.ts';

/** Returns the service as it will look once its draft is published, or undefined for an unknown id. */
export async function readPreview(
  host: KnownCatalogue & { readonly db: Database },
  id: string,
): Promise<Service | undefined> {
  const working = await readWorking(host);
  const found = working.services.find(({ entry }) => entry.id === id);
  return found && asPage(host, working, found.entry);
}

export const NEW_SERVICE = 'new';

/**
 * Previews the form's current values, saved or not. A value that cannot be parsed yet, such as a half-typed price,
 * keeps its previous value.
 */
export async function readTypedPreview(
  host: KnownCatalogue & { readonly db: Database },
  id: string,
  typed: Texts,
): Promise<Service | undefined> {
  const working = await readWorking(host);
  const found = working.services.find(({ entry }) => entry.id === id)?.entry;
  const known = found ?? (id === NEW_SERVICE ? blankService(working) : undefined);
  if (!known) return undefined;
  const { fields, faults } = readServiceTexts(typed);
  const entry = { ...known, ...readableFields({ ...fields }, faults) };
  const hasGroup = working.groups.some(
    ({ entry: group }) => group.id === entry.area && group.section === entry.section,
  );
  const { section, area } = hasGroup ? entry : known;
  return asPage(host, working, { ...entry, section, area });
}

function asPage(
  { catalogue }: KnownCatalogue,
  { sections }: WorkingCatalogue,
  entry: ServiceEntry,
): Service {
  const section = sections.find((each) => each.entry.id === entry.section);
  const addresses = catalogue.findServiceById(entry.id)?.service.addresses ?? [];
  return toService(entry, section?.entry.look ?? 'graphics', addresses);
}

function readableFields(fields: EntryFields, faults: Faults): Partial<ServiceEntry> {
  const faulty = Object.keys(faults);
  const isFaulty = (name: string) => {
    if (name === 'packages') {
      return faulty.some((field) => PACKAGE_NAMES.some((each) => field.startsWith(`${each}.`)));
    }
    if (name === 'questions') return faulty.some((field) => /^(question|answer)\./.test(field));
    return faulty.includes(FORM_FIELDS[name] ?? name);
  };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isFaulty(name)));
}

/** A new service starts empty, in the first group. */
function blankService({ groups }: WorkingCatalogue): ServiceEntry | undefined {
  const [group] = groups.map(({ entry }) => entry).sort(byPlace);
  return (
    group && {
      id: NEW_SERVICE,
      section: group.section,
      area: group.id,
      slug: NEW_SERVICE,
      title: say('New service'),
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
  host: KnownCatalogue & { readonly db: Database },
  id: string,
): Promise<{ readonly key: PieceKey; readonly words: Content } | undefined> {
  const { texts } = await readWorking(host);
  const key = parsePieceId(id);
  if (!key || !texts.some(({ entry }) => entry.id === id)) return undefined;
  return { key, words: new Content(texts.map(({ entry }) => entry)) };
}
