import { atOnce } from '../platform/at-once.ts';
import { type Language, SOURCE_LANGUAGE } from '../platform/languages.ts';
import { translateEntry, type EntryTranslations } from '../catalogue/protocol/translations.ts';
import { Content, type TextEntry } from '../catalogue/protocol/content.ts';
import { type Fallbacks, langOf, marksOf, toMarks, type Translated } from '../platform/lang-of.ts';
import type { Look } from './pictures/looks.ts';
import { mainPicturePath } from './pictures/picture-path.ts';
import { leastAmount, toPrice, toUnits, type PriceFields } from './price.ts';
import type { SearchIndex } from './search/search-index.ts';
import type { SearchItem } from './search/search.ts';
import type { Section } from './sections.ts';
import type { ServicePhoto, ServiceVideo } from '../catalogue/protocol/photo.ts';
import type { Address, Ordering, Service, ServicePackage, ServiceQuestion } from './service.ts';

/** rule 21 sets the number of services in the home page's carousel. */
const POPULAR_COUNT = 9;

interface CatalogueEntryBase {
  readonly translations?: EntryTranslations;
  /** These texts are still in the source language. Only translated entries have the list. */
  readonly fallbacks?: Fallbacks;
  /** Siblings are sorted by this number, then by id. */
  readonly place: number;
  readonly isHidden: boolean;
}

export interface SectionEntry extends CatalogueEntryBase {
  readonly id: string;
  readonly title: string;
  readonly tagline: string;
  readonly look: Look;
}

export interface GroupEntry extends CatalogueEntryBase {
  readonly id: string;
  readonly section: string;
  readonly title: string;
}

export interface ServiceEntry extends CatalogueEntryBase, PriceFields, Ordering {
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
  readonly popular: number | null;
  readonly art: string | null;
}

export interface AddressEntry extends Address {
  readonly serviceId: string;
}

export interface CatalogueContent {
  readonly revision: number;
  readonly sections: readonly SectionEntry[];
  readonly groups: readonly GroupEntry[];
  readonly services: readonly ServiceEntry[];
  readonly addresses: readonly AddressEntry[];
  readonly texts: readonly TextEntry[];
}

/** A service is found by its present address and by former ones. */
export interface Found {
  readonly service: Service;
  /** False when the service, its group or its section is hidden. */
  readonly isShown: boolean;
}

/**
 * The catalogue as published at one revision. It is immutable: a publication creates a new instance. A request
 * handler reads one instance from start to end, so nobody sees half of a publication.
 */
export class Catalogue {
  readonly words: Content;
  /** The number grows with every publication. 0 means that nothing has been read yet. */
  readonly revision: number;
  /** The content includes hidden entries. */
  readonly content: CatalogueContent;
  readonly sections: readonly Section[];
  /** The visible sections with services. Menus and counts leave out the others. */
  readonly filledSections: readonly Section[];
  /** The services are visible and sorted by section and group. */
  readonly services: readonly Service[];
  readonly popular: readonly Service[];
  readonly searchIndex: readonly SearchItem[];
  readonly language: Language;
  /** The index speeds up searches. Until it is built, a search scans every service. */
  searches: SearchIndex | undefined;
  readonly #byId: Parts['byId'];
  readonly #byAddress: Parts['byAddress'];
  readonly #withoutAmpersand: Parts['byAddress'];
  readonly #ofSection: Parts['ofSection'];
  readonly #titles: Parts['titles'];
  readonly #translated = new Map<string, Catalogue>();

  /** Builds the lookups at once, unless `parts` were already built from this content. */
  constructor(
    content: CatalogueContent,
    language: Language = SOURCE_LANGUAGE,
    parts: Parts = atOnce(makeParts(content)),
    offered: readonly Language[] = [],
  ) {
    this.language = language;
    this.revision = content.revision;
    this.content = content;
    this.words = new Content(content.texts, offered);
    this.sections = parts.sections;
    this.filledSections = parts.sections.filter(({ id }) => parts.ofSection.has(id));
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

  /** Yields between steps: building a catalogue of ten thousand services takes a tenth of a second. */
  static *of(content: CatalogueContent): Generator<void, Catalogue> {
    return new Catalogue(content, SOURCE_LANGUAGE, yield* makeParts(content));
  }

  /**
   * Returns the catalogue in another language. An untranslated text is in the main language, the first of the
   * offered ones, or else in the source language.
   */
  in(language: Language, offered: readonly Language[] = []): Catalogue {
    return atOnce(this.prepareIn(language, offered));
  }

  /**
   * Does the work of `in` step by step. Entries that are unchanged since `before`, the previous revision, keep
   * their translation.
   */
  *prepareIn(
    language: Language,
    offered: readonly Language[] = [],
    before?: Catalogue,
  ): Generator<void, Catalogue> {
    if (language === SOURCE_LANGUAGE) return this;
    const key = `${language} of ${offered.join()}`;
    const there = this.#translated.get(key);
    if (there) return there;
    const known =
      before && translatedServices(before.content, before.#translated.get(key)?.content);
    const content = yield* translateContent(this.content, language, offered, known);
    const parts = yield* makeParts(content, this.searchIndex);
    // A concurrent caller may have created the translation between two steps.
    const translated =
      this.#translated.get(key) ?? new Catalogue(content, language, parts, offered);
    this.#translated.set(key, translated);
    return translated;
  }

  findSection(id: string): Section | undefined {
    return this.sections.find((section) => section.id === id);
  }

  /** The check includes hidden sections. */
  hasSection(id: string): boolean {
    return this.#titles.has(id);
  }

  /** Finds a visible service by its exact address. `findCanonicalPath` handles other spellings. */
  findService(section: string, slug: string): Service | undefined {
    const found = this.#byAddress.get(`${section}/${slug}`);
    if (!found?.isShown) return undefined;
    const { service } = found;
    return service.section === section && service.slug === slug ? service : undefined;
  }

  /** The search includes hidden services. */
  findServiceById(id: string): Found | undefined {
    return this.#byId.get(id);
  }

  findServiceEverAt(section: string, slug: string): Found | undefined {
    const address = `${section}/${slug}`;
    return this.#byAddress.get(address) ?? this.#withoutAmpersand.get(address);
  }

  /** The list has only visible services. */
  servicesOf(section: string): readonly Service[] {
    return this.#ofSection.get(section) ?? [];
  }

  /** The lookup includes hidden sections. Returns '' for an unknown id. */
  titleOfSection(id: string): string {
    return this.#titles.get(id) ?? '';
  }
}

/**
 * Maps source entries to their translations. A publication keeps the identity of unchanged entries, so object
 * identity works as the key.
 */
function translatedServices(
  { services }: CatalogueContent,
  translated: CatalogueContent | undefined,
): ReadonlyMap<ServiceEntry, ServiceEntry> | undefined {
  return (
    translated &&
    new Map(services.map((catalogueEntry, index) => [catalogueEntry, translated.services[index]!]))
  );
}

function* translateContent(
  content: CatalogueContent,
  language: Language,
  offered: readonly Language[],
  known: ReadonlyMap<ServiceEntry, ServiceEntry> | undefined,
): Generator<void, CatalogueContent> {
  const translated: ServiceEntry[] = [];
  for (const catalogueEntry of content.services) {
    translated.push(
      known?.get(catalogueEntry) ?? translateEntry('service', catalogueEntry, language, offered),
    );
    yield;
  }
  return {
    ...content,
    sections: content.sections.map((catalogueEntry) =>
      translateEntry('section', catalogueEntry, language, offered),
    ),
    groups: content.groups.map((catalogueEntry) =>
      translateEntry('group', catalogueEntry, language, offered),
    ),
    services: translated,
  };
}

/** The source texts let a translated service be found by its original words, too. */
function asWritten(item: SearchItem | undefined): Pick<SearchItem, 'written'> {
  if (!item) return {};
  const { title, category, description } = item;
  return { written: { title, category, description } };
}

export const NO_CATALOGUE = new Catalogue({
  revision: 0,
  sections: [],
  groups: [],
  services: [],
  addresses: [],
  texts: [],
});

function leastPrice(service: Service): number {
  return toUnits({ amount: leastAmount(service), currency: service.price.currency });
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

interface Parts {
  readonly titles: ReadonlyMap<string, string>;
  readonly byId: ReadonlyMap<string, Found>;
  readonly byAddress: ReadonlyMap<string, Found>;
  readonly services: readonly Service[];
  readonly ofSection: ReadonlyMap<string, readonly Service[]>;
  readonly sections: readonly Section[];
  readonly searchIndex: readonly SearchItem[];
}

/** `written` is the search index of the source catalogue when this content is a translation. */
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
    .map(({ id, title, tagline, look, fallbacks }) => ({
      id,
      title,
      tagline,
      look,
      ...(fallbacks && { fallbacks }),
      areas: areasOf(id, content.groups, ofSection.get(id) ?? []),
    }));
  const byAddress = new Map<string, Found>();
  for (const { section, slug, serviceId } of content.addresses) {
    const found = byId.get(serviceId);
    if (found) byAddress.set(`${section}/${slug}`, found);
    yield;
  }
  const searchIndex = yield* indexOf(services, placed, written);
  return { titles, byId, byAddress, services, ofSection, sections, searchIndex };
}

function* indexOf(
  services: readonly Service[],
  sections: readonly SectionEntry[],
  written: readonly SearchItem[],
): Generator<void, SearchItem[]> {
  const sectionsById = new Map(sections.map((section) => [section.id, section]));
  const writtenAt = new Map(written.map((item) => [item.path, item]));
  const items: SearchItem[] = [];
  const hasOneCurrency = new Set(services.map(({ price }) => price.currency)).size <= 1;
  for (const service of services) {
    items.push({
      title: service.title,
      category: sectionsById.get(service.section)?.title ?? '',
      description: service.summary,
      path: service.path,
      picture: mainPicturePath(service),
      price: leastPrice(service),
      ...(!hasOneCurrency && { currency: service.price.currency }),
      ...soonest(service),
      ...asWritten(writtenAt.get(service.path)),
      ...marksOfItem(service, sectionsById.get(service.section)),
    });
    yield;
  }
  return items;
}

/** The names are those of the search item. */
function marksOfItem(service: Service, section: SectionEntry | undefined): Translated {
  const marks = [
    ['title', langOf(service, 'title')],
    ['description', langOf(service, 'summary')],
    ['category', section && langOf(section, 'title')],
  ] as const;
  return toMarks(marks.flatMap(([name, language]) => (language ? [[name, language]] : [])));
}

/** Returns every service by id, in the order of the catalogue. */
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
      for (const catalogueEntry of (servicesIn.get(`${section.id}/${group.id}`) ?? []).sort(
        byPlace,
      )) {
        all.set(catalogueEntry.id, {
          service: toService(
            catalogueEntry,
            section.look,
            addressesOf.get(catalogueEntry.id) ?? [],
          ),
          isShown: !(section.isHidden || group.isHidden || catalogueEntry.isHidden),
        });
        yield;
      }
    }
  }
  return all;
}

export function toService(
  catalogueEntry: ServiceEntry,
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
    // Only the team and the buyers of orders see it.
    checklist: _,
    ...rest
  } = catalogueEntry;
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
    .map(({ id, title, fallbacks }) => ({ id, title, ...marksOf({ fallbacks }, 'title') }));
}

/**
 * Returns the chosen popular services in their order, filled up with the next services of the catalogue when too
 * few are visible.
 */
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
