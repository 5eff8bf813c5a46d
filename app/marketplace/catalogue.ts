import { atOnce } from '../platform/at-once.ts';
import type { Language } from '../platform/languages.ts';
import { SOURCE_LANGUAGE, translateEntry, type EntryTranslations } from './entries/translations.ts';
import { Content, type TextEntry } from './content/content.ts';
import type { Look } from './pictures/looks.ts';
import { mainPicturePath } from './pictures/picture-path.ts';
import { toPrice, toUnits, type PriceFields } from './price.ts';
import type { SearchIndex } from './search-index/search-index.ts';
import type { SearchItem } from './search.ts';
import type { Section } from './sections.ts';
import type { ServicePhoto, ServiceVideo } from './photos/photo.ts';
import type { Address, Service, ServicePackage, ServiceQuestion } from './service.ts';

/** How many the home page's carousel shows (SPEC §2). */
const POPULAR_COUNT = 9;

interface Entry {
  /** Its texts in other languages. */
  readonly translations?: EntryTranslations;
  /** Of one that was translated: the texts that stay as they were written. */
  readonly inSource?: readonly string[];
  /** The order among its like; equal ones stand in the order of their ids. */
  readonly place: number;
  readonly isHidden: boolean;
}

export interface SectionEntry extends Entry {
  readonly id: string;
  readonly title: string;
  readonly tagline: string;
  readonly look: Look;
}

export interface GroupEntry extends Entry {
  readonly id: string;
  readonly section: string;
  readonly title: string;
}

export interface ServiceEntry extends Entry, PriceFields {
  readonly id: string;
  readonly section: string;
  readonly area: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly deliveryDays: number | null;
  readonly revisions: number | null;
  readonly needs: string;
  readonly delivers: string;
  readonly packages: readonly ServicePackage[];
  readonly questions: readonly ServiceQuestion[];
  readonly photos: readonly ServicePhoto[];
  readonly videos: readonly ServiceVideo[];
  /** The place among the popular ones; null for one that is not. */
  readonly popular: number | null;
  readonly art: string | null;
}

export interface AddressEntry extends Address {
  readonly serviceId: string;
}

/** What the tables of the catalogue hold at one revision. */
export interface CatalogueContent {
  readonly revision: number;
  readonly sections: readonly SectionEntry[];
  readonly groups: readonly GroupEntry[];
  readonly services: readonly ServiceEntry[];
  readonly addresses: readonly AddressEntry[];
  /** What is said around them. */
  readonly texts: readonly TextEntry[];
}

/** What is found under an address, present or former. */
export interface Found {
  readonly service: Service;
  /** False once it is hidden, itself or with its group or section. */
  readonly isShown: boolean;
}

/**
 * The catalogue as it was published at one revision, whole and never changed: a publication makes
 * another. Whoever answers a request takes one and asks nothing else, so that nobody sees half of a
 * publication.
 */
export class Catalogue {
  /** The words of the shop: pages, chat, legal texts. */
  readonly words: Content;
  /** Grows with every publication; 0 before anything was read. */
  readonly revision: number;
  /** All there is, hidden or not, as the tables hold it. */
  readonly content: CatalogueContent;
  /** Those shown, in order. */
  readonly sections: readonly Section[];
  /** Those shown, in the order of sections and groups. */
  readonly services: readonly Service[];
  /** The nine of the home page's carousel. */
  readonly popular: readonly Service[];
  /** The services as search sees them. */
  readonly searchIndex: readonly SearchItem[];
  /** What its texts are read in. */
  readonly language: Language;
  /** What searches ask, once it was made: without it they look at every service. */
  searches: SearchIndex | undefined;
  readonly #byId: Parts['byId'];
  readonly #byAddress: Parts['byAddress'];
  readonly #withoutAmpersand: Parts['byAddress'];
  readonly #ofSection: Parts['ofSection'];
  readonly #titles: Parts['titles'];
  readonly #translated = new Map<string, Catalogue>();

  /** Made in one piece, or of `parts` that were made of this content. */
  constructor(
    content: CatalogueContent,
    language: Language = SOURCE_LANGUAGE,
    parts: Parts = atOnce(makeParts(content)),
  ) {
    this.language = language;
    this.revision = content.revision;
    this.content = content;
    this.words = new Content(content.texts);
    this.sections = parts.sections;
    this.services = parts.services;
    this.popular = choosePopular(content, parts.byId, parts.services);
    this.searchIndex = parts.searchIndex;
    this.#byId = parts.byId;
    this.#byAddress = parts.byAddress;
    this.#withoutAmpersand = new Map(
      [...parts.byAddress]
        .filter(([address]) => address.includes('-&-'))
        .map(([address, found]) => [address.replaceAll('-&-', '-'), found]),
    );
    this.#ofSection = parts.ofSection;
    this.#titles = parts.titles;
  }

  /** Step by step: of ten thousand services it takes a tenth of a second. */
  static *of(content: CatalogueContent): Generator<void, Catalogue> {
    return new Catalogue(content, SOURCE_LANGUAGE, yield* makeParts(content));
  }

  /**
   * The same as it reads in a language; what nobody has translated stays as it was written. `isOnly` says that the shop
   * is offered in no other one.
   */
  in(language: Language, isOnly = false): Catalogue {
    return atOnce(this.prepareIn(language, isOnly));
  }

  /**
   * The same step by step. Of `before`, the revision that was in force till now, the entries that are the same are not
   * translated again.
   */
  *prepareIn(language: Language, isOnly = false, before?: Catalogue): Generator<void, Catalogue> {
    if (language === SOURCE_LANGUAGE) return this;
    const key = isOnly ? `${language} only` : language;
    const there = this.#translated.get(key);
    if (there) return there;
    const known =
      before && translatedServices(before.content, before.#translated.get(key)?.content);
    const content = yield* translateContent(this.content, language, isOnly, known);
    const parts = yield* makeParts(content, this.searchIndex);
    // Somebody may have asked for it between two steps.
    const translated = this.#translated.get(key) ?? new Catalogue(content, language, parts);
    this.#translated.set(key, translated);
    return translated;
  }

  /** A section that is shown. */
  findSection(id: string): Section | undefined {
    return this.sections.find((section) => section.id === id);
  }

  /** Whether there is such a section, shown or hidden. */
  hasSection(id: string): boolean {
    return this.#titles.has(id);
  }

  /** The service that is shown at exactly this address; other spellings are for `findCanonicalPath`. */
  findService(section: string, slug: string): Service | undefined {
    const found = this.#byAddress.get(`${section}/${slug}`);
    if (!found?.isShown) return undefined;
    const { service } = found;
    return service.section === section && service.slug === slug ? service : undefined;
  }

  /** The service of this id, shown or hidden. */
  findServiceById(id: string): Found | undefined {
    return this.#byId.get(id);
  }

  /** The service that has, or once had, this address. */
  findServiceEverAt(section: string, slug: string): Found | undefined {
    const address = `${section}/${slug}`;
    return this.#byAddress.get(address) ?? this.#withoutAmpersand.get(address);
  }

  /** Those shown. */
  servicesOf(section: string): readonly Service[] {
    return this.#ofSection.get(section) ?? [];
  }

  /** Of any section there is, shown or hidden; '' of others. */
  titleOfSection(id: string): string {
    return this.#titles.get(id) ?? '';
  }
}

/** By the entries they were made of, which a publication leaves as they are where it changes nothing of them. */
function translatedServices(
  { services }: CatalogueContent,
  translated: CatalogueContent | undefined,
): ReadonlyMap<ServiceEntry, ServiceEntry> | undefined {
  return (
    translated && new Map(services.map((entry, index) => [entry, translated.services[index]!]))
  );
}

function* translateContent(
  content: CatalogueContent,
  language: Language,
  isOnly: boolean,
  known: ReadonlyMap<ServiceEntry, ServiceEntry> | undefined,
): Generator<void, CatalogueContent> {
  const translated: ServiceEntry[] = [];
  for (const entry of content.services) {
    translated.push(known?.get(entry) ?? translateEntry('service', entry, language, isOnly));
    yield;
  }
  return {
    ...content,
    sections: content.sections.map((entry) => translateEntry('section', entry, language, isOnly)),
    groups: content.groups.map((entry) => translateEntry('group', entry, language, isOnly)),
    services: translated,
  };
}

/** What a translated service is found by, too. */
function asWritten(item: SearchItem | undefined): Pick<SearchItem, 'written'> {
  if (!item) return {};
  const { title, category, description } = item;
  return { written: { title, category, description } };
}

/** Before anything was read. */
export const NO_CATALOGUE = new Catalogue({
  revision: 0,
  sections: [],
  groups: [],
  services: [],
  addresses: [],
  texts: [],
});

/** In whole currency units, of the service and its packages. */
function leastPrice({ price, packages }: Service): number {
  const amounts = [price.amount, ...packages.map(({ amount }) => amount)];
  return toUnits({ amount: Math.min(...amounts), currency: price.currency });
}

function soonest({ deliveryDays, packages }: Service): { days?: number } {
  const all = [deliveryDays, ...packages.map((each) => each.deliveryDays)];
  const said = all.filter((days) => days !== null);
  return said.length === 0 ? {} : { days: Math.min(...said) };
}

interface Placed {
  readonly id: string;
  readonly place: number;
}

export function byPlace(one: Placed, other: Placed): number {
  return one.place - other.place || (one.id < other.id ? -1 : 1);
}

/** What a catalogue is asked for, made of its content. */
interface Parts {
  readonly titles: ReadonlyMap<string, string>;
  readonly byId: ReadonlyMap<string, Found>;
  readonly byAddress: ReadonlyMap<string, Found>;
  readonly services: readonly Service[];
  readonly ofSection: ReadonlyMap<string, readonly Service[]>;
  readonly sections: readonly Section[];
  readonly searchIndex: readonly SearchItem[];
}

/** `written` is the index of the catalogue of which this one is a translation. */
function* makeParts(
  content: CatalogueContent,
  written: readonly SearchItem[] = [],
): Generator<void, Parts> {
  const placed = content.sections.toSorted(byPlace);
  const titles = new Map(placed.map(({ id, title }) => [id, title]));
  const byId = yield* findAll(content, placed);
  const services = [...byId.values()].flatMap(({ service, isShown }) => (isShown ? [service] : []));
  const ofSection = Map.groupBy(services, ({ section }) => section);
  const sections = placed
    .filter(({ isHidden }) => !isHidden)
    .map(({ id, title, tagline, look, inSource }) => ({
      id,
      title,
      tagline,
      look,
      ...(inSource && { inSource }),
      areas: areasOf(id, content.groups, ofSection.get(id) ?? []),
    }));
  const byAddress = new Map<string, Found>();
  for (const { section, slug, serviceId } of content.addresses) {
    const found = byId.get(serviceId);
    if (found) byAddress.set(`${section}/${slug}`, found);
    yield;
  }
  const searchIndex = yield* indexOf(services, titles, written);
  return { titles, byId, byAddress, services, ofSection, sections, searchIndex };
}

/** The services as search sees them. */
function* indexOf(
  services: readonly Service[],
  titles: ReadonlyMap<string, string>,
  written: readonly SearchItem[],
): Generator<void, SearchItem[]> {
  const writtenAt = new Map(written.map((item) => [item.path, item]));
  const items: SearchItem[] = [];
  for (const service of services) {
    items.push({
      title: service.title,
      category: titles.get(service.section) ?? '',
      description: service.summary,
      path: service.path,
      picture: mainPicturePath(service),
      price: leastPrice(service),
      ...soonest(service),
      ...asWritten(writtenAt.get(service.path)),
    });
    yield;
  }
  return items;
}

/** Every service by its id, in the order of the catalogue. */
function* findAll(
  { groups, services, addresses }: CatalogueContent,
  sections: readonly SectionEntry[],
): Generator<void, Map<string, Found>> {
  const addressesOf = Map.groupBy(addresses, ({ serviceId }) => serviceId);
  const servicesIn = Map.groupBy(services, ({ section, area }) => `${section}/${area}`);
  yield;
  const all = new Map<string, Found>();
  for (const section of sections) {
    const ofSection = groups.filter((group) => group.section === section.id).sort(byPlace);
    for (const group of ofSection) {
      for (const entry of (servicesIn.get(`${section.id}/${group.id}`) ?? []).sort(byPlace)) {
        all.set(entry.id, {
          service: toService(entry, section.look, addressesOf.get(entry.id) ?? []),
          isShown: !(section.isHidden || group.isHidden || entry.isHidden),
        });
        yield;
      }
    }
  }
  return all;
}

/** A service of its entry, as pages use it. */
export function toService(
  entry: ServiceEntry,
  look: Look,
  addresses: readonly Address[] = [],
): Service {
  const {
    section,
    slug,
    isHidden,
    place,
    popular,
    amount,
    currency,
    unit,
    note,
    cents,
    translations,
    ...rest
  } = entry;
  const former = addresses.filter((other) => other.section !== section || other.slug !== slug);
  return {
    ...rest,
    section,
    slug,
    path: `/services/${section}/${slug}`,
    price: toPrice({ amount, currency, unit, note, cents }),
    look,
    addresses: [
      { section, slug },
      ...former.map((other) => ({ section: other.section, slug: other.slug })),
    ],
  };
}

function areasOf(section: string, groups: readonly GroupEntry[], services: readonly Service[]) {
  const used = new Set(services.map(({ area }) => area));
  return groups
    .filter((group) => group.section === section && used.has(group.id))
    .sort(byPlace)
    .map(({ id, title }) => ({ id, title }));
}

/** Those that were chosen, in their order; where too few of them are shown, the next of the catalogue. */
function choosePopular(
  { services }: CatalogueContent,
  byId: ReadonlyMap<string, Found>,
  shown: readonly Service[],
): Service[] {
  const chosen = services
    .flatMap(({ id, popular }) => (popular === null ? [] : [{ id, place: popular }]))
    .sort(byPlace)
    .flatMap(({ id }) => {
      const found = byId.get(id);
      return found?.isShown ? [found.service] : [];
    });
  return [...new Set([...chosen, ...shown])].slice(0, POPULAR_COUNT);
}
