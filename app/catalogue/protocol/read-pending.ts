import type { Working, WorkingCatalogue } from './draft.ts';
import type { EntryFields, EntryKind } from './entry.ts';
import { titleOfEntry } from './title-of-entry.ts';
import { describeChange, type FieldChange } from './describe-change.ts';

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
export function readPending(working: WorkingCatalogue): PendingChange[] {
  const { sections, groups, services, texts } = working;
  return [sections, groups, services, texts].flatMap((all) =>
    all.filter(({ draft }) => draft).flatMap(pendingOf),
  );
}

function pendingOf({ entry, published, draft }: Working<{ readonly id: string }>): PendingChange[] {
  if (!draft) return [];
  const { kind, id, version, isNew, editedByName, editedAt } = draft;
  const before = (published as unknown as EntryFields | undefined) ?? null;
  // Both sides keep all fields, so that an amount finds its currency. Only the fields that differ are listed.
  const after =
    before === null
      ? (entry as unknown as EntryFields)
      : Object.fromEntries(
          Object.entries(entry).filter(
            ([name]) => name === 'currency' || Object.hasOwn(draft.fields, name),
          ),
        );
  return [
    {
      kind,
      id,
      version,
      title: titleOfEntry(kind, entry),
      isNew,
      editedBy: editedByName,
      editedAt: editedAt.toISOString(),
      fields: describeChange(before, after),
    },
  ];
}
