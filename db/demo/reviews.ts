import services from '../../content/demo/reviews.json' with { type: 'json' };

/** A review of the demo data; its date is counted back from the day of loading. */
export interface DemoReview {
  readonly section: string;
  readonly serviceSlug: string;
  readonly name: string;
  readonly email: string;
  readonly rating: number | null;
  readonly text: string | null;
  readonly daysAgo: number;
}

/** The demo reviews, the newest first for each service. */
export const DEMO_REVIEWS: readonly DemoReview[] = services.flatMap(({ section, slug, reviews }) =>
  reviews.map((review) => ({ section, serviceSlug: slug, ...review })),
);
