import { readReviewQuery } from './review-query.ts';

export const MODERATION_VIEWS = ['reported', 'all', 'hidden'] as const;
export type ModerationView = (typeof MODERATION_VIEWS)[number];

export interface ModerationQuery {
  readonly view: ModerationView;
  readonly section: string | undefined;
  readonly stars: number | undefined;
  readonly page: number;
}

/** Invalid values are ignored. */
export function readModerationQuery(
  params: URLSearchParams,
  sections: readonly { readonly id: string }[],
): ModerationQuery {
  const view = params.get('show');
  const section = params.get('section');
  const { stars, page } = readReviewQuery(params);
  return {
    view: MODERATION_VIEWS.find((one) => one === view) ?? 'reported',
    section: sections.find(({ id }) => id === section)?.id,
    stars,
    page,
  };
}
