export const MODERATION_VIEWS = ['reported', 'all', 'hidden'] as const;
export type ModerationView = (typeof MODERATION_VIEWS)[number];

/** Which reviews a moderator looks at. */
export interface ModerationQuery {
  readonly view: ModerationView;
  readonly section: string | undefined;
  readonly stars: number | undefined;
  /** From 1. */
  readonly page: number;
}
