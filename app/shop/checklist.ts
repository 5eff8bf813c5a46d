/** A step of the work on a service. Its copy in an order gets its day when work starts (rule 299). */
export interface ServiceChecklistItem {
  /** Unique in the list and immutable: orders and translations refer to it. */
  readonly id: string;
  readonly title: string;
  /** Days after the start of work, 0 for the first day, or null for a step without a day. */
  readonly days: number | null;
  /** The buyer sees the step and whether it is done. */
  readonly isShown: boolean;
  /** The id of the member who gets the step, which is all that the catalogue knows of members. Orders skip former ones. */
  readonly assigneeId?: string;
}

/** Somebody whom a step can be given to. */
export interface StaffMember {
  readonly id: string;
  readonly name: string;
}

export const CHECKLIST_LIMITS = {
  /** The largest number of items of a service. */
  items: 25,
  title: 200,
  days: 730,
  assigneeId: 64,
} as const;
