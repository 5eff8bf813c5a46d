import { titleOfContentBlock } from './content-blocks.ts';

/** 'text' covers the content blocks: pages, chat, legal documents and brand. */
export const ENTRY_KINDS = ['section', 'group', 'service', 'text'] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** A draft holds only the fields that differ from the published entry. */
export type EntryFields = Readonly<Record<string, unknown>>;

export interface EntryKey {
  readonly kind: EntryKind;
  readonly id: string;
}

export function keyOf({ kind, id }: EntryKey): string {
  return `${kind} ${id}`;
}

/** The comparison ignores the order of object keys. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || sortedJson(one) === sortedJson(other);
}

/** The keys are sorted, because the database reorders the keys of JSON values. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export function changedFields(before: EntryFields, after: EntryFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(before[name], value)),
  );
}

export function pick(fields: EntryFields, names: readonly string[]): EntryFields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** `fields` must include the id. */
export function titleOfEntry(kind: EntryKind, fields: EntryFields): string {
  return kind === 'text' ? titleOfContentBlock(String(fields.id), fields) : String(fields.title);
}
