import type { AuditAction } from '../../platform/change/audit-actions.ts';
import { msg, type Sentence } from '../../i18n/translate.ts';
import { VISITOR_NAME_MAX_LENGTH, VISITOR_NAME_TOO_LONG } from './rules.ts';

/** A text about a visitor that the team writes. */
export interface VisitorField {
  /** The limit in characters. */
  readonly maxLength: number;
  /** The error for a longer text. The default only tells the limit. */
  readonly tooLong?: Sentence;
  readonly auditAction: AuditAction;
  /** The texts of the field in the visitor panel. */
  readonly labels: {
    readonly input: Sentence;
    readonly add: Sentence;
    /** Screen readers read this text after the value. */
    readonly change: Sentence;
    readonly save: Sentence;
  };
  /** In the documentation of the API. */
  readonly description: string;
  readonly sample: string;
}

/**
 * The visitor panel, its endpoint, the audit log, the public API and the personal data export follow this list.
 * Each field is a column of `visitors` with the same name.
 */
export const VISITOR_FIELDS = {
  name: {
    maxLength: VISITOR_NAME_MAX_LENGTH,
    tooLong: VISITOR_NAME_TOO_LONG,
    auditAction: 'visitor-named',
    labels: {
      input: msg('Name of the visitor'),
      add: msg('Add a name'),
      change: msg(': change the name'),
      save: msg('Save the name'),
    },
    description: 'As the team, or else the visitor, says',
    sample: 'Elena',
  },
} as const satisfies Readonly<Record<string, VisitorField>>;

export type VisitorFieldName = keyof typeof VISITOR_FIELDS;

export type VisitorFields = Readonly<Record<VisitorFieldName, string | null>>;

export const VISITOR_FIELD_NAMES = Object.keys(VISITOR_FIELDS) as VisitorFieldName[];

/** Returns an object with one value for each field. */
export function eachVisitorField<T>(
  valueOf: (name: VisitorFieldName, field: VisitorField) => T,
): Record<VisitorFieldName, T> {
  return Object.fromEntries(
    VISITOR_FIELD_NAMES.map((name) => [name, valueOf(name, VISITOR_FIELDS[name])]),
  ) as Record<VisitorFieldName, T>;
}
