import { msg, sourceOf } from '../../i18n/sentence.ts';
import * as v from 'valibot';
import { QUESTION_TYPES } from '../../orders/intake/intake-form.ts';
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

const sectionId = name(sourceOf(msg('A section of the catalogue')));
const areaId = name(sourceOf(msg('A group of services in a section')));
const slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9&()-]+$/),
  v.maxLength(100),
  v.description(
    sourceOf(msg('Identifies a service within its section; percent-encode it in paths')),
  ),
);

export const Price = v.object({
  amount: count('Amount in the smallest unit of the currency: 175000 for 1,750 dollars'),
  currency: described('Three-letter ISO 4217 currency code'),
  unit: v.picklist(PRICE_UNITS),
  text: described('Price as displayed on the service’s page: "$1,750 | per book"'),
});

export const CardRating = v.object({
  average: v.pipe(
    v.number(),
    v.minValue(1),
    v.maxValue(5),
    v.description('Average rating, rounded to two decimals'),
  ),
  ratedCount: count('Number of reviews with a star rating'),
});

export const ServiceOption = v.object({
  id: described('Identifies the option within its service; immutable'),
  title: v.string(),
  description: v.string(),
  price: v.object({
    amount: v.pipe(
      v.nullable(count('Price of one unit of the option in the smallest unit of the currency')),
      v.description('Amount for each unit of the option; null if the price is a percentage'),
    ),
    percentage: v.pipe(
      v.nullable(count('Thousandths of a percent of unit price times quantity')),
      v.description('Thousandths of a percent of the base: 50000 for 50 %; null for an amount'),
    ),
  }),
  days: v.pipe(
    v.number(),
    v.integer(),
    v.description('Additional days of delivery for each unit; negative if delivery is faster'),
  ),
  maximum: ordinal('Largest quantity of the option'),
});

export const IntakeQuestion = v.object({
  id: described('Identifies the question within its service; immutable'),
  type: v.picklist(QUESTION_TYPES),
  label: v.string(),
  help: v.string(),
  isRequired: v.boolean(),
  choices: v.array(v.object({ id: v.string(), label: v.string() })),
});

export const ServicePackage = v.object({
  name: v.picklist(PACKAGE_NAMES),
  amount: count('Price of the package in the smallest unit of the service’s currency'),
  deliveryDays: v.nullable(count('Delivery time in days')),
  revisions: v.nullable(count('Number of revisions included')),
  contents: v.string(),
});

const service = {
  id: uuid('ID of the service; it never changes'),
  section: sectionId,
  area: areaId,
  slug,
  title: v.string(),
  summary: described('One-line summary of the service'),
  price: Price,
  deliveryDays: v.pipe(
    v.nullable(count('Delivery time in days')),
    v.description('Delivery time in days; null if not specified'),
  ),
  rating: v.pipe(
    v.nullable(CardRating),
    v.description('Rating of the service; null if it has no ratings'),
  ),
  picture: address(
    'URL of the service’s main picture: a JPEG of its first photo, or an SVG of 800 × 600 pixels',
  ),
  page: address('URL of the service’s page on the website'),
  href: address('URL of the service in the API'),
};

export const Service = v.object(service);

export const ServiceDetail = v.object({
  ...service,
  description: v.string(),
  revisions: v.pipe(
    v.nullable(count('Number of revisions included in the price')),
    v.description('Number of revisions included in the price; null if not specified'),
  ),
  needs: described('Information and files that the buyer provides'),
  delivers: described('Files and results that the buyer receives'),
  packages: v.pipe(
    v.array(ServicePackage),
    v.description('Packages offered in addition to the base price'),
  ),
  options: v.pipe(v.array(ServiceOption), v.description('Options that a buyer can add')),
  intake: v.pipe(
    v.array(IntakeQuestion),
    v.description('Questions that the buyer answers with the order; `needs` applies if empty'),
  ),
  quantity: v.pipe(
    v.object({
      minimum: ordinal('Smallest quantity of an order'),
      step: ordinal('Step between quantities, counted from the minimum'),
      maximum: v.nullable(ordinal('Largest quantity; null if there is no limit of its own')),
    }),
    v.description('Quantities that can be ordered'),
  ),
  isOrderable: v.pipe(
    v.boolean(),
    v.description('True if the service can be ordered without an offer'),
  ),
  allowsOnce: v.pipe(
    v.boolean(),
    v.description('True if a service with a price per period can be ordered once'),
  ),
  allowsSubscription: v.pipe(
    v.boolean(),
    v.description('True if a service with a price per period can be subscribed to'),
  ),
  requests: v.pipe(
    v.object({
      perPeriod: count('Number of requests in each period; 0 if none are included'),
      concurrent: ordinal('Number of requests that can be open at the same time'),
      label: v.pipe(v.string(), v.description('Name of the requests, for example `articles`')),
    }),
    v.description('Requests that a subscription includes'),
  ),
  taxRate: v.pipe(
    v.string(),
    v.description('Name of the service’s tax rate; empty means the default rate of the country'),
  ),
  deposit: v.nullable(
    v.pipe(
      v.number(),
      v.description('Percentage that is paid first; null if the price is paid in one sum'),
    ),
  ),
  questions: v.array(v.object({ question: v.string(), answer: v.string() })),
  pictures: v.array(
    v.object({ url: address('URL of the picture: a JPEG or an SVG'), description: v.string() }),
  ),
  videos: v.pipe(
    v.array(
      v.object({
        title: v.string(),
        mp4: v.optional(
          address('URL of the MP4 file (H.264); omitted for videos uploaded as WebM'),
        ),
        webm: v.optional(address('URL of the WebM file (VP9); omitted for videos uploaded as MP4')),
        poster: address('URL of the video’s poster image'),
      }),
    ),
    v.description('Sample videos; empty for most services outside the video section'),
  ),
  reviews: address('URL of the service’s reviews in the API'),
});

export const Section = v.object({
  id: sectionId,
  title: v.string(),
  tagline: v.string(),
  areas: v.array(v.object({ id: areaId, title: v.string() })),
  serviceCount: count('Number of services in the section'),
  page: address('URL of the section’s page on the website'),
  services: address('URL of the section’s services in the API'),
});

export const Review = v.object({
  id: uuid('ID of the review'),
  name: described('Name that the reviewer entered'),
  rating: v.nullable(stars),
  text: v.nullable(v.string()),
  createdAt: instant('Time at which the review was posted'),
  isVerified: v.pipe(
    v.boolean(),
    v.description('Whether the reviewer has verified the email address'),
  ),
  isPurchase: v.pipe(v.boolean(), v.description('Whether the review belongs to a completed order')),
  reply: v.pipe(
    v.nullable(v.string()),
    v.description('Public reply of the business; null if there is no reply'),
  ),
});

export const ReviewOfService = v.object({
  ...Review.entries,
  service: address('URL of the reviewed service in the API'),
});

export const RatingSummary = v.object({
  average: v.pipe(
    v.nullable(v.pipe(v.number(), v.minValue(1), v.maxValue(5))),
    v.description('Average of all star ratings, rounded to two decimals; null if there are none'),
  ),
  ratedCount: count('Number of reviews with a star rating'),
  reviewCount: count('Number of reviews, with or without a star rating'),
  histogram: v.pipe(
    v.array(count('Number of reviews')),
    v.length(5),
    v.description('Number of reviews with one, two, three, four and five stars, in this order'),
  ),
});

export const nextCursor = v.pipe(
  v.nullable(v.string()),
  v.description('Cursor of the next page, to send as `cursor`; null on the last page'),
);

export const SectionList = v.object({ data: v.array(Section) });
export const ServiceList = v.object({ data: v.array(Service), nextCursor });
export const ReviewList = v.object({ data: v.array(Review), nextCursor });

export const fault = v.object({
  number: count('Row number; the header of a CSV file is row 1'),
  field: described('Name of the column'),
  text: described('Description of the error and how to correct it'),
});

export const Problem = v.object({
  type: address('URL that identifies the problem type and opens its documentation'),
  title: described('Name of the problem type'),
  status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  detail: described('Explanation of this problem and how to resolve it'),
  parameter: v.optional(
    described('Name of the invalid parameter or field, if the problem has one'),
  ),
  faults: v.optional(
    v.pipe(v.array(fault), v.description('Errors in the rows of the file, up to 100 entries')),
  ),
  requestId: described('ID of the request, to quote when you contact us'),
});

export const cursor = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(300),
    v.description(
      sourceOf(msg('`nextCursor` from the previous page; all other parameters must stay the same')),
    ),
  ),
);

export const paging = {
  limit: v.optional(whole(1, PAGE_MAX, sourceOf(msg('Maximum number of results'))), PAGE_DEFAULT),
  cursor,
};

const amount = (description: string) => v.optional(whole(0, 1_000_000_000, description));

export const serviceFilters = v.object({
  section: v.optional(sectionId),
  area: v.optional(areaId),
  minPrice: amount(
    sourceOf(
      msg(
        'Services at this price or above, in the smallest unit of the currency: that of `currency`, or else that of most services of the section or the catalogue. Services with prices in other currencies are left out',
      ),
    ),
  ),
  maxPrice: amount(
    sourceOf(
      msg(
        'Services at this price or below, in the smallest unit of the currency, as for `minPrice`',
      ),
    ),
  ),
  currency: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Z]{3}$/),
      v.description(
        sourceOf(msg('Services with prices in this currency: a three-letter ISO 4217 code')),
      ),
    ),
  ),
  maxDeliveryDays: v.optional(
    whole(1, 730, sourceOf(msg('Services delivered within this many days'))),
  ),
  minRating: v.optional(
    v.pipe(
      v.number(),
      v.minValue(1),
      v.maxValue(5),
      v.description(sourceOf(msg('Services with this average rating or better'))),
    ),
  ),
  q: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(100),
      v.description(
        sourceOf(
          msg(
            'Searches title, section and summary, and sorts by relevance; without it, services are in catalogue order. A price in the text is compared in the currency that it names, as in “logo under 100 EUR”, or else in that of most services of the catalogue',
          ),
        ),
      ),
    ),
  ),
  ...paging,
});

export const servicePath = v.object({ section: sectionId, slug });
export const reviewPath = v.object({ id: uuid(sourceOf(msg('ID of a review'))) });
