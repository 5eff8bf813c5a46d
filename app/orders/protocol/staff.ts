import type { MemberName } from '../../accounts/protocol/member.ts';
import type { LabelView } from '../../chat/protocol/labels.ts';
import { msg, type Sentence } from '../../i18n/translate.ts';

export const STAFF_CHANGES = ['owner', 'assigned', 'unassigned'] as const;

export type StaffChange = (typeof STAFF_CHANGES)[number];

/** `name` is the new owner or the assignee. */
export const STAFF_CHANGE_TEXTS: Readonly<Record<StaffChange, Sentence>> = {
  owner: msg('Owner: {name}'),
  assigned: msg('Assigned: {name}'),
  unassigned: msg('No longer assigned: {name}'),
};

export interface OrderStaff {
  /** Null if nobody was chosen and the conversation has no agent. */
  readonly owner: MemberName | null;
  /** False while the owner is the agent of the conversation. */
  readonly isOwnerChosen: boolean;
  readonly assignees: readonly MemberName[];
  readonly labels: readonly LabelView[];
}

export interface StaffChangeView {
  readonly id: string;
  /** Translated for the reader. */
  readonly text: string;
  /** Null if the author is not known any more. */
  readonly by: string | null;
  readonly at: string;
}

/** The open orders of a person, or of nobody. */
export interface WorkloadView {
  readonly person: MemberName | null;
  readonly open: number;
  readonly late: number;
  readonly atRisk: number;
}
