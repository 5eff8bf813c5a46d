export const MILESTONE_COUNT = { least: 2, most: 12 } as const;

interface PlannedMilestone {
  readonly title: string;
  /** The buyer pays this amount for the milestone: with tax, after the discount. */
  readonly amount: number;
  readonly days: number;
}

/** The milestones of an offer. They are part of its terms. */
export interface MilestonePlan {
  /** True if each milestone can be paid as soon as the previous one is. */
  readonly isAllAtOnce: boolean;
  readonly milestones: readonly PlannedMilestone[];
}

/** The milestones as an agent types them. */
export interface TypedMilestonePlan {
  readonly isAllAtOnce: boolean;
  readonly milestones: readonly {
    readonly title: string;
    readonly amount: string;
    readonly days: number;
  }[];
}
