import * as v from 'valibot';
import { PRICE_UNITS } from '../../shop/price.ts';
import { PACKAGE_NAMES } from '../../shop/service.ts';
import { PAGE_DEFAULT, PAGE_MAX } from './rules.ts';

// These schemas validate requests and responses, and generate the OpenAPI document. Data that no schema names
// cannot be sent.

export const described = (description: string) => v.pipe(v.string(), v.description(description));
export const whole = (least: number, most: number, description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most), v.description(description));
export const count = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));
/** A position that counts from 1. */
export const ordinal = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(1), v.description(description));
const address = (description: string) => v.pipe(v.string(), v.url(), v.description(description));
export const instant = (description: string) =>
  v.pipe(v.string(), v.isoTimestamp(), v.description(description));
export const uuid = (description: string) =>
  v.pipe(v.string(), v.uuid(), v.description(description));

export const stars = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

const name = (description: string) =>
  v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/), v.description(description));

const sectionId = name('A section of the catalogue');
const areaId = name('A group of services in a section');
const slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9&()-]+$/),
  v.maxLength(100),
  v.description('Identifies a service within its section; percent-encode it in paths'),
);

export const Price = v.object({
  amount: count('In the smallest unit of the currency: 1750 dollars are 175000'),
  currency: described('ISO 4217'),
  unit: v.picklist(PRICE_UNITS),
  text: described('As the pages write it: "$1,750 | per book"'),
});

export const CardRating = v.object({
  average: v.pipe(v.number(), v.minValue(1), v.maxValue(5), v.description('Two decimals')),
  ratedCount: count('How many reviews have stars'),
});

export const ServicePackage = v.object({
  name: v.picklist(PACKAGE_NAMES),
  amount: count('In the smallest unit of the currency of the service’s price'),
  deliveryDays: v.nullable(count('Days')),
  revisions: v.nullable(count('Included')),
  contents: v.string(),
});

const service = {
  id: uuid('Never changes, whatever else of the service does'),
  section: sectionId,
  area: areaId,
  slug,
  title: v.string(),
  summary: described('One line'),
  price: Price,
  deliveryDays: v.pipe(v.nullable(count('Days')), v.description('Null where nothing is said')),
  rating: v.pipe(v.nullable(CardRating), v.description('Null while nobody has rated it')),
  picture: address('A JPEG of its first photo, or an SVG of 800 × 600'),
  page: address('The page for people'),
  href: address('This service in the API'),
};

export const Service = v.object(service);

export const ServiceDetail = v.object({
  ...service,
  description: v.string(),
  revisions: v.pipe(
    v.nullable(count('Included in the price')),
    v.description('Null where nothing is said'),
  ),
  needs: described('What the buyer gives'),
  delivers: described('What the buyer gets'),
  packages: v.pipe(v.array(ServicePackage), v.description('Sizes beside the plain price')),
  questions: v.array(v.object({ question: v.string(), answer: v.string() })),
  pictures: v.array(v.object({ url: address('A JPEG, or an SVG'), description: v.string() })),
  videos: v.pipe(
    v.array(
      v.object({
        title: v.string(),
        mp4: v.optional(address('H.264; left out of a video that its operator added as WebM')),
        webm: v.optional(address('VP9; left out of a video that its operator added as MP4')),
        poster: address('A still'),
      }),
    ),
    v.description('Sample videos; none of most services outside the video section'),
  ),
  reviews: address('Its reviews in the API'),
});

export const Section = v.object({
  id: sectionId,
  title: v.string(),
  tagline: v.string(),
  areas: v.array(v.object({ id: areaId, title: v.string() })),
  serviceCount: count('How many services it has'),
  page: address('The page for people'),
  services: address('Its services in the API'),
});

export const Review = v.object({
  id: uuid('Of this review'),
  name: described('As the reviewer gave it'),
  rating: v.nullable(stars),
  text: v.nullable(v.string()),
  createdAt: instant('When it was posted'),
  isVerified: v.pipe(v.boolean(), v.description('The owner of the email address has confirmed it')),
  isPurchase: v.pipe(v.boolean(), v.description('It was written from a completed order')),
  reply: v.pipe(v.nullable(v.string()), v.description('The public answer of the business')),
});

export const ReviewOfService = v.object({
  ...Review.entries,
  service: address('The service it is about, in the API'),
});

export const RatingSummary = v.object({
  average: v.pipe(
    v.nullable(v.pipe(v.number(), v.minValue(1), v.maxValue(5))),
    v.description('Over reviews with stars, two decimals; null when there is none'),
  ),
  ratedCount: count('How many reviews have stars'),
  reviewCount: count('How many reviews there are'),
  histogram: v.pipe(
    v.array(count('Reviews')),
    v.length(5),
    v.description('How many gave one star, two stars … five stars'),
  ),
});

export const nextCursor = v.pipe(
  v.nullable(v.string()),
  v.description('Send it as `cursor` for the next page; null on the last page'),
);

export const SectionList = v.object({ data: v.array(Section) });
export const ServiceList = v.object({ data: v.array(Service), nextCursor });
export const ReviewList = v.object({ data: v.array(Review), nextCursor });

export const fault = v.object({
  number: count('Of the row; in a CSV file the head is the first'),
  field: described('The column'),
  text: described('What to do'),
});

export const Problem = v.object({
  type: address('Names the kind of problem, and explains it when opened'),
  title: described('The kind of problem in words'),
  status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  detail: described('What happened to this request, and what to do'),
  parameter: v.optional(described('The parameter that is to blame, where one is')),
  faults: v.optional(
    v.pipe(v.array(fault), v.description('What is wrong in the rows of a file, the first hundred')),
  ),
  requestId: described('Names this request in our log'),
});

export const cursor = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(300),
    v.description('`nextCursor` from the previous page; all other parameters must stay the same'),
  ),
);

export const paging = {
  limit: v.optional(whole(1, PAGE_MAX, 'Maximum number of results'), PAGE_DEFAULT),
  cursor,
};

const cents = (description: string) => v.optional(whole(0, 1_000_000_000, description));

export const serviceFilters = v.object({
  section: v.optional(sectionId),
  area: v.optional(areaId),
  minPrice: cents('Services at this price or above, in cents'),
  maxPrice: cents('Services at this price or below, in cents'),
  maxDeliveryDays: v.optional(whole(1, 730, 'Services delivered within this many days')),
  minRating: v.optional(
    v.pipe(
      v.number(),
      v.minValue(1),
      v.maxValue(5),
      v.description('Services with this average rating or better'),
    ),
  ),
  q: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(100),
      v.description(
        'Searches title, section and summary, and sorts by relevance; without it, services are in catalogue order',
      ),
    ),
  ),
  ...paging,
});

export const servicePath = v.object({ section: sectionId, slug });
export const reviewPath = v.object({ id: uuid('ID of a review') });
