/** How long, how many and how much: the same in the tables, in forms and in what is imported. */
export const LIMITS = {
  sectionTitle: 60,
  tagline: 120,
  groupTitle: 60,
  title: 80,
  slug: 100,
  /** Of a section or a group, in addresses. */
  name: 40,
  summary: 90,
  description: 4000,
  /** In the smallest unit of the currency: less than a thousand million dollars. */
  amount: 99_999_999_999,
  note: 80,
  deliveryDays: 730,
  revisions: 99,
  needs: 2000,
  delivers: 2000,
  packageContents: 500,
  questions: 8,
  question: 200,
  answer: 800,
  photos: 10,
  /** An alternative text: longer ones are read out in one breath. */
  photoAlt: 200,
  videos: 3,
  videoTitle: 100,
  popular: 999,
  place: 1_000_000_000,
  publicationNote: 500,
} as const;
