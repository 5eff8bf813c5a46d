import { hash } from 'node:crypto';
import { sortedJson, type EntryFields } from '../../protocol/entry.ts';

/**
 * Returns a digest per field, so that a form can state what it showed without repeating the values. If two people
 * change the same field, the second one is told about the first one's change.
 */
export function digestsOf(fields: EntryFields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, digestOf(value)]));
}

export function digestOf(value: unknown): string {
  return hash('sha256', sortedJson(value), 'base64url').slice(0, 12);
}
