/** What the catalogue is made of, and the words around it. */
export const ENTRY_KINDS = ['section', 'group', 'service', 'text'] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Fields of an entry by name; of a draft those alone that are another than what is published. */
export type EntryFields = Readonly<Record<string, unknown>>;

/** Names one entry. */
export interface EntryKey {
  readonly kind: EntryKind;
  readonly id: string;
}

/** An entry's name as one text, to look it up by. */
export function keyOf({ kind, id }: EntryKey): string {
  return `${kind} ${id}`;
}

/** Whether two values of a field are the same, however they were made. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || sortedJson(one) === sortedJson(other);
}

/** JSON whose names stand in order: the database orders them in its own way. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Of these fields those that are another than in `before`. */
export function changedFields(before: EntryFields, after: EntryFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(before[name], value)),
  );
}

export function pick(fields: EntryFields, names: readonly string[]): EntryFields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
