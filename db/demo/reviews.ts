import services from '../../content/demo/reviews.json' with { type: 'json' };

/** One review of the demo data; its date is counted back from the day of seeding. */
export interface DemoReview {
  readonly section: string;
  readonly serviceSlug: string;
  readonly name: string;
  readonly email: string;
  readonly rating: number | null;
  readonly text: string | null;
  readonly daysAgo: number;
}

/** The reviews a demo installation starts with; those of a service newest first. */
export const DEMO_REVIEWS: readonly DemoReview[] = services.flatMap(({ section, slug, reviews }) =>
  reviews.map((review) => ({ section, serviceSlug: slug, ...review })),
);
