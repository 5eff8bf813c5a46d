import { t } from '../../i18n/translate.ts';
import { nameOfLanguage } from '../../platform/name-of-language.ts';
import { isSame, type EntryFields, type EntryKind, titleOfEntry } from './entry.ts';
import {
  LABELLED,
  labelOf,
  formatChecklistItem,
  formatField,
  formatIntakeQuestion,
  formatOption,
  formatPackage,
  getTextLabel,
  namesOfItems,
  numberItems,
  type ItemNumbers,
} from './field-labels.ts';
import type { EntryTranslations } from './translations.ts';
import type { GroupEntry, SectionEntry } from '../../shop/catalogue.ts';
import type { ServiceChecklistItem, StaffMember } from '../../shop/checklist.ts';
import type { IntakeForm } from '../../orders/intake/intake-form.ts';
import type { ServiceOption, ServicePackage, ServiceQuestion } from '../../shop/service.ts';
import type { Working, WorkingCatalogue } from './draft.ts';

export interface FieldChange {
  readonly label: string;
  /** A new entry has no previous value. */
  readonly before: string | undefined;
  readonly after: string;
}

/** These internal values mean nothing to a person. */
const UNSAID: ReadonlySet<string> = new Set(['art', 'id']);

/** Sections, groups and members as people know them. Entries refer to them by their ids. */
export interface TitledSections {
  readonly sections: readonly SectionEntry[];
  readonly groups: readonly GroupEntry[];
  /** The members whom steps of a checklist name. */
  readonly staff?: readonly StaffMember[];
}

const NONE: TitledSections = { sections: [], groups: [] };

/** The changes have the order of the form. Sections, groups and members that `titled` lacks are named by their ids. */
export function describeChange(
  before: EntryFields | null,
  after: EntryFields,
  titled: TitledSections = NONE,
): FieldChange[] {
  const format = (name: string, fields: EntryFields) =>
    titleOfPlace(name, fields, titled) ?? formatField(name, fields, titled.staff);
  // An item that was removed keeps its former number.
  const numbers: ItemNumbers = new Map([
    ...numberItems(namesOfItems(before ?? {})),
    ...numberItems(namesOfItems(after)),
  ]);
  return LABELLED.flatMap((name): FieldChange[] => {
    if (!Object.hasOwn(after, name) || UNSAID.has(name)) return [];
    if (before === null) {
      const said = format(name, after);
      return name === 'place' || said === '–'
        ? []
        : [{ label: labelOf(name), before: undefined, after: said }];
    }
    if (isSame(before[name], after[name])) return [];
    // The stored positions are internal numbers, so the line only says that the entry was moved.
    if (name === 'place') {
      return [{ label: labelOf(name), before: t('previous position'), after: t('moved') }];
    }
    const parts = changedParts(
      partsOf(name, before, numbers, titled.staff),
      partsOf(name, after, numbers, titled.staff),
    );
    return parts.length > 0
      ? parts
      : [toChange(labelOf(name), format(name, before), format(name, after))];
  });
}

/** Returns undefined for other fields, and for sections and groups that no longer exist. */
function titleOfPlace(
  name: string,
  { section, area }: EntryFields,
  { sections, groups }: TitledSections,
): string | undefined {
  if (name === 'section') return sections.find(({ id }) => id === section)?.title;
  if (name !== 'area') return undefined;
  // A change that moves a service within its section does not repeat the section.
  const own = groups.filter((group) => group.id === area);
  return (own.find((group) => group.section === section) ?? own[0])?.title;
}

function toChange(label: string, before: string, after: string): FieldChange {
  const [said, saysNow] = whereTheyDiffer(before, after);
  return { label, before: said, after: saysNow };
}

interface Part {
  readonly label: string;
  readonly text: string;
}

/** A field with several items, such as packages, is split into texts by their keys. Any other field yields an empty map. */
function partsOf(
  name: string,
  fields: EntryFields,
  numbers: ItemNumbers,
  staff: readonly StaffMember[] | undefined,
): ReadonlyMap<string, Part> {
  const currency = typeof fields.currency === 'string' ? fields.currency : 'USD';
  const part = (key: string, text: string): [string, Part] => [
    key,
    { label: getTextLabel(key, numbers), text },
  ];
  switch (name) {
    case 'packages':
      return new Map(
        ((fields.packages ?? []) as readonly ServicePackage[]).map((each) =>
          part(`package.${each.name}`, formatPackage(each, currency)),
        ),
      );
    case 'options':
      return new Map(
        ((fields.options ?? []) as readonly ServiceOption[]).map((option) =>
          part(`option.${option.id}`, formatOption(option, currency)),
        ),
      );
    case 'intake':
      return new Map(
        ((fields.intake ?? []) as IntakeForm).map((question) =>
          part(`intake.${question.id}`, formatIntakeQuestion(question)),
        ),
      );
    case 'checklist':
      return new Map(
        ((fields.checklist ?? []) as readonly ServiceChecklistItem[]).map((item) =>
          part(`checklist.${item.id}`, formatChecklistItem(item, staff)),
        ),
      );
    case 'questions':
      return new Map(
        ((fields.questions ?? []) as readonly ServiceQuestion[]).map(
          ({ question, answer }, index) => part(`question.${index}`, `${question}\n${answer}`),
        ),
      );
    case 'translations':
      return new Map(
        Object.entries((fields.translations ?? {}) as EntryTranslations).flatMap(
          ([language, { texts }]) =>
            Object.entries(texts).map(([key, text]): [string, Part] => {
              const label = t('{sayName} in {language}', {
                sayName: getTextLabel(key, numbers),
                language: nameOfLanguage(language),
              });
              return [`${language}.${key}`, { label, text }];
            }),
        ),
      );
    default:
      return new Map();
  }
}

function changedParts(
  before: ReadonlyMap<string, Part>,
  after: ReadonlyMap<string, Part>,
): FieldChange[] {
  return [...new Map([...before, ...after])]
    .filter(([key]) => before.get(key)?.text !== after.get(key)?.text)
    .map(([key, { label }]) =>
      toChange(label, before.get(key)?.text ?? '–', after.get(key)?.text ?? '–'),
    );
}

/** Long texts are reduced to the first paragraph that differs. */
function whereTheyDiffer(before: string, after: string): readonly [string, string] {
  if (before.length + after.length < LONG) return [before, after];
  const [old, now] = [before.split('\n'), after.split('\n')];
  const at = old.findIndex((line, index) => line !== now[index]);
  const from = at === -1 ? old.length : at;
  return [excerpt(old[from]), excerpt(now[from])];
}

const LONG = 600;

function excerpt(line = ''): string {
  return line === '' ? '…' : `… ${line.slice(0, LONG)} …`;
}

export interface PendingChange {
  readonly kind: EntryKind;
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly isNew: boolean;
  readonly editedBy: string;
  readonly editedAt: string;
  readonly fields: readonly FieldChange[];
}

/** Sections come first, because the publication creates them first. */
export function readPending(
  working: WorkingCatalogue,
  staff: readonly StaffMember[] = [],
): PendingChange[] {
  const { sections, groups, services, texts } = working;
  const titled = {
    sections: sections.map(({ entry: section }) => section),
    groups: groups.map(({ entry: group }) => group),
    staff,
  };
  return [sections, groups, services, texts].flatMap((all) =>
    all
      .filter(({ draft: catalogueDraft }) => catalogueDraft)
      .flatMap((change) => pendingOf(change, titled)),
  );
}

function pendingOf(
  { entry: catalogueEntry, published, draft: catalogueDraft }: Working<{ readonly id: string }>,
  titled: TitledSections,
): PendingChange[] {
  if (!catalogueDraft) return [];
  const { kind, id, version, isNew, editedByName, editedAt } = catalogueDraft;
  const before = (published as unknown as EntryFields | undefined) ?? null;
  // Both sides keep all fields, so that an amount finds its currency. Only the fields that differ are listed.
  const after =
    before === null
      ? (catalogueEntry as unknown as EntryFields)
      : Object.fromEntries(
          Object.entries(catalogueEntry).filter(
            ([name]) => name === 'currency' || Object.hasOwn(catalogueDraft.fields, name),
          ),
        );
  return [
    {
      kind,
      id,
      version,
      title: titleOfEntry(kind, catalogueEntry),
      isNew,
      editedBy: editedByName,
      editedAt: editedAt.toISOString(),
      fields: describeChange(before, after, titled),
    },
  ];
}
