import { hash } from 'node:crypto';
import { sortedJson, type EntryFields } from '../entries/entry.ts';

/**
 * Names the value of each field, so that a form can say what it showed without saying it again: of two
 * people who change one entry the second is told of what the first made of it.
 */
export function digestsOf(fields: EntryFields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, digestOf(value)]));
}

export function digestOf(value: unknown): string {
  return hash('sha256', sortedJson(value), 'base64url').slice(0, 12);
}
