import { describeIncluded } from '../../orders/protocol/subscriptions.ts';
import { data, type RouterContextProvider } from 'react-router';
import { findClipTitles } from '../pictures/clip-titles.server.ts';
import { findClips } from '../pictures/clips.ts';
import type { Catalogue } from '../catalogue.ts';
import { marksOf } from '../../platform/lang-of.ts';
import { findRelated } from '../search/find-related.ts';
import { RELATED_COUNT } from '../pages-showing-rating.ts';
import { formatOptionDays, formatOptionPrice } from '../format-option.ts';
import { toCards, type CardRating, type Service, type ShownService } from '../service.ts';
import { appContextKey, type AppContext } from '../../app-context.ts';
import { homeAddress } from '../../platform/home-address.ts';
import { readReviewPage } from '../../reviews/server/read-reviews.server.ts';
import { readReviewQuery, type ReviewQuery } from '../../reviews/review-query.ts';
import { shownPrice } from '../price-tax.ts';
import { readPriceTax } from '../read-price-tax.server.ts';
import { PURCHASE_FIELD, type PurchaseKind } from '../../orders/pricing/direct-order.ts';
import { purchaseKindsFor } from '../../orders/server/checkout/quote-service.server.ts';
import { requireService } from './missing.server.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { describeBreadcrumb, describeProduct } from './structured-data.server.ts';
import { languageNow, msg, t, type Sentence } from '../../i18n/translate.ts';

type Facts = Parameters<typeof describeProduct>[0];

export interface PageRequest {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

/** Throws a 404 for a service that does not exist. */
export async function loadServicePage(
  { context, request }: PageRequest,
  sectionId: string,
  slug: string,
) {
  const appContext = context.get(appContextKey);
  const { catalogue } = appContext;
  const service = requireService(appContext, sectionId, slug);
  const wanted = readReviewQuery(new URL(request.url).searchParams);
  const page = await readServicePage(appContext, catalogue, service, wanted);
  // A page that failed to read its reviews must not be cached for everybody.
  return data(page, {
    headers: page.reviewPage ? PUBLIC_PAGE_HEADERS : { 'Cache-Control': 'no-store' },
  });
}

export type ServicePageData = Awaited<ReturnType<typeof readServicePage>>;

export async function readServicePage(
  appContext: AppContext,
  catalogue: Catalogue,
  service: Service,
  wanted: ReviewQuery,
) {
  const { db, log, settings } = appContext;
  const priceTax = readPriceTax(appContext);
  const section = {
    look: service.look,
    title: catalogue.titleOfSection(service.section),
    path: `/services/${service.section}`,
    ...marksOf(catalogue.findSection(service.section) ?? {}, 'title'),
  };
  const related = findRelated(catalogue, service, RELATED_COUNT);
  const [reviewPage, ratings] = await Promise.all([
    readReviewPage(db, service.addresses, wanted),
    appContext.ratings.read(),
  ]).catch((error: unknown) => {
    // The page is useful without its reviews.
    log.error({ err: error, service: service.path }, 'Could not read the reviews of a service');
    return [null, new Map<string, CardRating>()] as const;
  });
  const { origin, brandName } = settings;
  // The form has its own address and works without JavaScript.
  const purchaseKinds = purchaseKindsFor(service, settings.directOrders);
  const orderPath = purchaseKinds.length > 0 ? `${service.path}/order` : null;
  const shop = { origin, home: homeAddress(settings), brandName, orderPath };
  const rating = reviewPage?.summary ?? null;
  const clips = service.section === 'video' ? findClips(service.art) : undefined;
  return {
    service: {
      ...toShownService(service, describeIncluded(service, purchaseKinds)),
      price: shownPrice(service, priceTax),
    },
    section,
    orderButtons: purchaseKinds.map((kind) => toButton(`${service.path}/order`, kind)),
    related: toCards(related, ratings, priceTax),
    reviewPage,
    clips:
      clips === undefined ? undefined : { clips, titles: findClipTitles(clips, languageNow()) },
    structuredData: describeServicePage(
      { service, sectionTitle: section.title, rating, ...shop },
      section.path,
    ),
  };
}

/** Without what only the order form needs. Former addresses are not public. */
const BUTTON_LABELS: Readonly<Record<PurchaseKind, Sentence>> = {
  order: msg('Order now'),
  'order-once': msg('Order once'),
  subscribe: msg('Subscribe'),
};

/** The texts come from the server, so that the script of the page knows nothing of periods. */
function toButton(orderPath: string, kind: PurchaseKind) {
  const choice = new URLSearchParams({ [PURCHASE_FIELD]: kind }).toString();
  const query = new URLSearchParams({ choice }).toString();
  // The first choice of the form needs no query.
  return {
    path: kind === 'subscribe' ? `${orderPath}?${query}` : orderPath,
    label: t(BUTTON_LABELS[kind]),
  };
}

function toShownService(service: Service, included: string): ShownService {
  const {
    addresses: _1,
    intake,
    quantity: _2,
    isOrderable: _3,
    taxRate: _4,
    allowsOnce: _5,
    allowsSubscription: _6,
    deposit: _7,
    requests: _8,
    options,
    ...shown
  } = service;
  return {
    ...shown,
    // The questions of the order form replace the text.
    needs: intake.length > 0 ? '' : shown.needs,
    included,
    options: options.map(({ id, title, description, price, days }) => ({
      id,
      title,
      description,
      terms: [formatOptionPrice(price, service.price.currency), formatOptionDays(days)]
        .filter(Boolean)
        .join(' · '),
    })),
  };
}

function describeServicePage(facts: Facts, sectionPath: string): object[] {
  const { service, sectionTitle, origin, home = origin } = facts;
  return [
    describeProduct(facts),
    describeBreadcrumb(home, [
      { name: t('Home'), path: '/' },
      { name: t('All Services'), path: '/services' },
      { name: sectionTitle, path: sectionPath },
      { name: service.title, path: service.path },
    ]),
    ...describeQuestions(service.questions),
  ];
}

/** The result is schema.org's FAQPage, or nothing without questions. */
function describeQuestions(questions: Service['questions']): object[] {
  if (questions.length === 0) return [];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ];
}
