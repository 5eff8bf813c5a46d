import { msg } from '../../i18n/translate.ts';
import { AUDIT_ACTIONS } from '../../platform/change/audit-actions.ts';
import {
  dayFilter,
  lineOf,
  oneOf,
  type ListShape,
  type ListState,
} from '../../platform/lists/list-state.ts';

type AuditAction = keyof typeof AUDIT_ACTIONS;

export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as AuditAction[];

export const AUDIT_LIST = {
  path: '/team/audit',
  columns: {
    action: { label: msg('Action') },
    subject: { label: msg('Subject') },
    person: { label: msg('Person') },
    detail: { label: msg('Details') },
    at: { label: msg('Time'), sort: 'descending' },
    request: { label: msg('Request'), isOptional: true },
  },
  filters: {
    /** A part of the subject or of the person's address. */
    q: lineOf(80),
    action: oneOf<'' | AuditAction>(['', ...AUDIT_ACTION_NAMES]),
    from: dayFilter,
    until: dayFilter,
  },
  sort: '-at',
} as const satisfies ListShape;

export type AuditListState = ListState<typeof AUDIT_LIST>;
