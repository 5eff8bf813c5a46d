import { desc, eq } from 'drizzle-orm';
import { readCannedReplies } from '../../../chat/server/messages/canned-replies.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { couponOf } from '../../../orders/server/offer/read-offer.server.ts';
import { offers } from '../../../orders/server/tables.server.ts';
import { toDecimal as toDecimalOfOffer } from '../../../orders/protocol/money.ts';
import { formatOffer } from '../../../orders/protocol/offer.ts';
import type { Catalogue } from '../../../shop/catalogue.ts';
import type { LegalKind } from '../../../catalogue/protocol/content.ts';
import { legalDocument } from '../../../shop/legal/legal-documents.server.ts';
import { formatAmount, formatPrice, formatPriceNote, toDecimal } from '../../../shop/price.ts';
import type { Service } from '../../../shop/service.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Language, SOURCE_LANGUAGE } from '../../../platform/languages.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { DraftSource } from '../../protocol/draft.ts';
import type { Money } from './amounts.ts';
import { mask } from './mask.ts';

const WORD_MIN_LENGTH = 3;
const TITLE_WEIGHT = 3;

interface Ranked {
  readonly title: string;
  readonly text: string;
}

export interface Source extends DraftSource {
  readonly text: string;
  readonly money: readonly Money[];
}

export interface SourceContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly catalogue: Catalogue;
}

const SERVICE_LENGTH = 2500;
const OTHER_SERVICE_LENGTH = 900;
const OTHER_LENGTH = 1500;
const OTHER_SERVICES = 4;
const OFFERS = 10;
const POLICIES = 4;
const REPLIES = 4;
export const SOURCES_LENGTH = 16_000;

type Found = Omit<Source, 'number'>;

/**
 * Returns the numbered sources for a draft: the requested service, matching services, the conversation's
 * offers, policies, canned replies and the shop's contact details. The caller must check access first.
 */
export async function gatherSources(
  { db, clock, settings, catalogue }: SourceContext,
  member: Member,
  conversationId: string,
  asked: string,
): Promise<Source[]> {
  const [conversation] = await db
    .select({
      section: conversations.serviceSection,
      slug: conversations.serviceSlug,
      language: conversations.language,
    })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  const language: Language = conversation?.language ?? SOURCE_LANGUAGE;
  const shown = catalogue.in(language, settings.languages.offered);
  const about =
    conversation?.section && conversation.slug
      ? shown.findServiceEverAt(conversation.section, conversation.slug)
      : undefined;
  const service = about?.isShown ? about.service : undefined;
  const others = shown.services
    .filter((other) => other.id !== service?.id)
    .map((other) => ({ title: other.title, text: other.summary, service: other }));
  const replies = (await readCannedReplies(db, member)).map(({ shortcut, text }) => ({
    title: `/${shortcut}`,
    text: mask(text, { keep: [settings.supportEmail, settings.supportPhone] }),
  }));
  const found: Found[] = [
    ...(service ? [sourceOfService(service, SERVICE_LENGTH)] : []),
    ...(await readOfferSources({ db, clock }, conversationId)),
    ...rank(asked, others, OTHER_SERVICES).map((one) =>
      sourceOfService(one.service, OTHER_SERVICE_LENGTH),
    ),
    ...rank(asked, policiesOf(shown, language, settings), POLICIES),
    ...rank(asked, replies, REPLIES).map(({ title, text }): Found => ({
      kind: 'reply',
      title: `Canned reply ${title}`,
      path: '/canned-replies',
      text: text.slice(0, OTHER_LENGTH),
      money: [],
    })),
    contactOf(settings),
  ];
  return numbered(found);
}

function numbered(found: readonly Found[]): Source[] {
  let length = 0;
  return found
    .filter(({ title, text }) => {
      length += title.length + text.length;
      return length <= SOURCES_LENGTH;
    })
    .map((source, index) => ({ ...source, number: index + 1 }));
}

function sourceOfService(service: Service, maxLength: number): Found {
  const { price, packages, deliveryDays, revisions } = service;
  const terms = (days: number | null, rounds: number | null) => [
    ...(days === null ? [] : [`delivery in days: ${days}`]),
    ...(rounds === null ? [] : [`revisions: ${rounds}`]),
  ];
  const lines = [
    service.summary,
    `Price: ${[formatAmount(price), formatPriceNote(price)].filter(Boolean).join(' ')} (${price.currency})`,
    ...terms(deliveryDays, revisions),
    ...packages.map(({ name, amount, contents, ...pack }) =>
      [
        `Package ${name}: ${formatPrice({ ...price, amount })}`,
        ...terms(pack.deliveryDays, pack.revisions),
        contents,
      ].join('; '),
    ),
    ...(service.needs === '' ? [] : [`Needed from the buyer: ${service.needs}`]),
    ...(service.delivers === '' ? [] : [`What is delivered: ${service.delivers}`]),
    service.description,
    ...service.questions.map(({ question, answer }) => `${question} ${answer}`),
  ];
  const amounts = packages.length > 0 ? packages.map((each) => each.amount) : [price.amount];
  return {
    kind: 'service',
    title: service.title,
    path: service.path,
    text: lines.join('\n').slice(0, maxLength),
    money: amounts.map((amount) => ({
      currency: price.currency,
      value: toDecimal({ amount, currency: price.currency }),
    })),
  };
}

/** Returns the newest offers of the conversation. Offers that can no longer be accepted contribute no price. */
async function readOfferSources(
  { db, clock }: Pick<SourceContext, 'db' | 'clock'>,
  conversationId: string,
): Promise<Found[]> {
  const rows = await db
    .select()
    .from(offers)
    .where(eq(offers.conversationId, conversationId))
    .orderBy(desc(offers.createdAt))
    .limit(OFFERS);
  return rows.map((offer): Found => {
    const isOver = offer.state === 'open' && offer.validUntil <= clock.now();
    const state = isOver ? 'expired' : offer.state;
    const amounts = [
      offer.amount,
      ...offer.lines.flatMap(({ unitAmount, quantity }) => [unitAmount, unitAmount * quantity]),
    ];
    const terms = { ...offer, coupon: couponOf(offer), validUntil: offer.validUntil.toISOString() };
    return {
      kind: 'offer',
      title: mask(`Offer, ${state}: ${offer.lines[0]?.title ?? ''}`),
      path: `/agentchat?c=${conversationId}`,
      text: mask(`State: ${state}\n${formatOffer(terms)}`).slice(0, OTHER_LENGTH),
      money: ['open', 'accepted'].includes(state)
        ? amounts.map((amount) => ({
            currency: offer.currency,
            value: toDecimalOfOffer(amount, offer.currency),
          }))
        : [],
    };
  });
}

const LEGAL_PATHS = {
  refunds: '/refunds',
  terms: '/terms',
  privacy: '/privacy-policy',
} as const satisfies Readonly<Record<LegalKind, string>>;

function policiesOf(
  { words, services }: Catalogue,
  language: Language,
  settings: Settings,
): Found[] {
  const kinds = Object.keys(LEGAL_PATHS) as LegalKind[];
  return kinds.flatMap((kind) => {
    const document = legalDocument(words.legal(language, kind), settings, services);
    return document.sections.map(({ id, title, html }) => ({
      kind: 'policy' as const,
      title: `${document.title}: ${title}`,
      path: `${LEGAL_PATHS[kind]}#${id}`,
      text: toPlainText(html).slice(0, OTHER_LENGTH),
      money: [],
    }));
  });
}

function toPlainText(html: string): string {
  return html
    .replaceAll(/<li>/g, '\n- ')
    .replaceAll(/<[^<>]{0,500}>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
}

function contactOf(settings: Settings): Found {
  return {
    kind: 'contact',
    title: 'Contact details of the shop',
    path: '/contact',
    text: [
      `Name: ${settings.brandName}`,
      `E-mail: ${settings.supportEmail}`,
      `Telephone: ${settings.supportPhone}`,
      `Support hours: ${settings.supportHours}`,
    ].join('\n'),
    money: [],
  };
}

/**
 * Returns the items that share the most words with `asked`, best first. Items without a shared word are left
 * out.
 */
function rank<T extends Ranked>(asked: string, items: readonly T[], atMost: number): T[] {
  const wanted = wordsOf(asked);
  const read = items.map((item) => ({
    item,
    title: wordsOf(item.title),
    text: wordsOf(item.text),
  }));
  const frequency = new Map<string, number>();
  for (const word of wanted) {
    const count = read.filter(({ title, text }) => title.has(word) || text.has(word)).length;
    frequency.set(word, count);
  }
  return read
    .map(({ item, title, text }) => {
      let score = 0;
      for (const word of wanted) {
        const weight = Math.log(1 + items.length / (frequency.get(word) || 1));
        if (title.has(word)) score += TITLE_WEIGHT * weight;
        else if (text.has(word)) score += weight;
      }
      return { item, score };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, atMost)
    .map(({ item }) => item);
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  return new Set(
    words.filter((word) => word.length >= WORD_MIN_LENGTH).map((word) => word.replace(/s$/, '')),
  );
}
