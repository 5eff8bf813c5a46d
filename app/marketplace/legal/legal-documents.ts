import privacy from '../../../content/legal/privacy-policy.json' with { type: 'json' };
import refunds from '../../../content/legal/refund-policy.json' with { type: 'json' };
import terms from '../../../content/legal/terms-of-service.json' with { type: 'json' };
import { telephoneHref } from '../../platform/telephone.ts';
import type { LegalBlock, LegalDocument, LegalFacts } from './legal-document.ts';

/** /privacy-policy. Edit it together with what the product really stores. */
export const privacyPolicy = (facts: LegalFacts) => fillIn(privacy, facts);

/** /refunds. Plain English on purpose: edit it to what your business really does. */
export const refundPolicy = (facts: LegalFacts) => fillIn(refunds, facts);

/** /terms. */
export const termsOfService = (facts: LegalFacts) => fillIn(terms, facts);

/** A file of `content/legal/`: its texts have names of facts in braces. */
interface Template extends Omit<LegalDocument, 'sections'> {
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    readonly blocks: readonly (string | { readonly list?: string[]; readonly contact?: boolean })[];
  }[];
}

function fillIn(template: Template, facts: LegalFacts): LegalDocument {
  const words: Readonly<Record<string, unknown>> = {
    ...facts,
    chatRetention: sayRetention('Conversations in the chat', facts.retentionChatDays),
    reviewEmailRetention: sayRetention(
      'The email address you gave with a review',
      facts.retentionReviewEmailDays,
    ),
  };
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => String(words[name]));
  const fillBlock = (block: Template['sections'][number]['blocks'][number]): LegalBlock => {
    if (typeof block === 'string') return fill(block);
    return block.list ? { list: block.list.map(fill) } : contactByPhoneAndPost(facts);
  };
  return {
    title: fill(template.title),
    description: fill(template.description),
    effectiveDate: template.effectiveDate,
    introduction: fill(template.introduction),
    sections: template.sections.map(({ id, title, blocks }) => ({
      id,
      title: fill(title),
      blocks: blocks.map(fillBlock),
    })),
  };
}

function sayRetention(what: string, days: number | undefined): string {
  const isPlural = what.startsWith('Conversations');
  const since = isPlural ? 'after they ended' : 'after you wrote it';
  return days === undefined
    ? `${what} ${isPlural ? 'are' : 'is'} kept until you ask us to delete ${isPlural ? 'them' : 'it'}.`
    : `${what} ${isPlural ? 'are' : 'is'} deleted ${days} ${days === 1 ? 'day' : 'days'} ${since}.`;
}

function contactByPhoneAndPost(facts: LegalFacts): LegalBlock {
  return {
    contact: [
      { label: 'Phone', value: facts.supportPhone, href: telephoneHref(facts.supportPhone) },
      { label: 'Email', value: facts.supportEmail, href: `mailto:${facts.supportEmail}` },
      { label: 'Post', value: `${facts.brandName}, ${facts.postalAddress}` },
    ],
  };
}
