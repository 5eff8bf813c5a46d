import { contactByPhoneAndPost, type LegalDocument, type LegalFacts } from './legal-document.ts';

/** /terms. Have a lawyer read it before you rely on it. */
export function termsOfService(facts: LegalFacts): LegalDocument {
  const { brandName, governingState } = facts;
  return {
    title: 'Terms of Service',
    description: `The terms under which ${brandName} offers its services and you order them.`,
    effectiveDate: 'January 1, 2025',
    introduction: `These terms are the agreement between you and ${brandName}. By using this site or ordering a service you accept them.`,
    sections: [
      {
        id: 'eligibility',
        title: 'Who may order',
        blocks: [
          'You must be 18 or older to order. If you order for a company, you confirm that you may act for it.',
        ],
      },
      {
        id: 'accounts',
        title: 'Account registration',
        blocks: [
          'Some parts of the platform need an account. Give correct details, keep them up to date, and keep your password to yourself. You answer for what happens under your account, so tell us at once if somebody else gets in.',
        ],
      },
      {
        id: 'availability',
        title: 'Availability',
        blocks: [
          'We may change, pause or stop a service at any time. If that happens to one you have already ordered, we will tell you and agree with you how to go on.',
        ],
      },
      {
        id: 'prices',
        title: 'Prices',
        blocks: [
          'Prices are in US dollars and may change; a new price does not touch orders that are already placed. Should we find that a price was shown wrongly, we will tell you before we start. You then choose: proceed at the correct price, or cancel.',
        ],
      },
      {
        id: 'payment',
        title: 'Payment',
        blocks: [
          'Payment goes through an external payment provider, under its own terms. Work starts when the payment has arrived.',
        ],
      },
      {
        id: 'delivery',
        title: 'Delivery times',
        blocks: [
          'Delivery times are our honest estimate. They are not guaranteed: they depend on the work itself and on how quickly we receive what we need from you.',
        ],
      },
      {
        id: 'returns',
        title: 'No returns or exchanges',
        blocks: [
          'Our services are made for you and delivered as files or work done, so they cannot be returned or exchanged. When money can be given back is said in the Refund Policy.',
        ],
      },
      {
        id: 'intellectual-property',
        title: 'Intellectual property',
        blocks: [
          `The site, its texts, drawings and software belong to ${brandName} or to those who licensed them to us. What we make for you is yours to use as the description of the service says, once it is paid for. What you send us stays yours; you confirm that you may let us work with it.`,
        ],
      },
      {
        id: 'liability',
        title: 'Limit of liability',
        blocks: [
          `As far as the law allows, ${brandName} is not liable for indirect or consequential loss, such as lost profit or lost data, and in total for no more than what you paid for the order in question.`,
        ],
      },
      {
        id: 'indemnification',
        title: 'Indemnification',
        blocks: [
          `If somebody makes a claim against ${brandName} because you broke these terms, the law, or their rights, you will cover the loss and the reasonable cost of defending against it.`,
        ],
      },
      {
        id: 'governing-law',
        title: 'Governing law',
        blocks: [
          `These terms are governed by the law of the State of ${governingState}, USA, without its rules on conflicts of law.`,
        ],
      },
      {
        id: 'changes',
        title: 'Changes to these terms',
        blocks: [
          'We may change these terms. The new text appears on this page with a new date and counts for orders placed from then on.',
        ],
      },
      { id: 'contact', title: 'Contact', blocks: [contactByPhoneAndPost(facts)] },
    ],
  };
}
