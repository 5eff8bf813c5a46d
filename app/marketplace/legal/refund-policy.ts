import { contactByPhoneAndPost, type LegalDocument, type LegalFacts } from './legal-document.ts';

/** /refunds. Plain English on purpose: edit it to what your business really does. */
export function refundPolicy(facts: LegalFacts): LegalDocument {
  const { brandName, supportHours, supportTimezone } = facts;
  return {
    title: 'Refund Policy',
    description: `When ${brandName} refunds an order, how to ask for it and how long an answer takes.`,
    effectiveDate: 'January 1, 2025',
    introduction: `We want every order to end well. When one does not, this page says when ${brandName} gives money back, when it does not, and what to do.`,
    sections: [
      {
        id: 'how-we-decide',
        title: 'How we decide',
        blocks: [
          'Refunds are discretionary. A person on our team reads your request, looks at the order and at what both sides wrote and delivered, and then decides. Asking for a refund does not by itself mean that one is granted.',
        ],
      },
      {
        id: 'eligible',
        title: 'When you can get a refund',
        blocks: [
          'We consider a refund when one of these is true:',
          {
            list: [
              'The work was not delivered by its deadline and there is no valid reason for the delay.',
              'What was delivered does not match the description of the service.',
              'The seller did not respond for more than 7 days after you placed the order.',
              'A technical error took your money, for example a double payment.',
            ],
          },
        ],
      },
      {
        id: 'not-refundable',
        title: 'What we do not refund',
        blocks: [
          {
            list: [
              'You changed your mind after ordering.',
              'The instructions were unclear, so the result is not what you had in mind.',
              'You marked the order as Completed and later ask for a refund without a cause.',
              'Custom work that was delivered and that you have used or downloaded.',
              'Delays that you caused, such as late material or late answers.',
            ],
          },
        ],
      },
      {
        id: 'how-to-ask',
        title: 'How to request a refund',
        blocks: [
          {
            list: [
              'Open your order dashboard and choose the order.',
              'Select Request Refund.',
              'Explain what went wrong and add your evidence: screenshots, files, messages.',
            ],
          },
          'Our support team replies within 3-5 business days.',
        ],
      },
      {
        id: 'resolution',
        title: 'What happens next',
        blocks: [
          'If we agree, you get a full or a partial refund, depending on how much of the work can be used. It goes to your original payment method or, if you prefer, to your wallet balance on the platform.',
        ],
      },
      {
        id: 'chargebacks',
        title: 'Chargebacks',
        blocks: [
          'Please talk to us before you ask your bank or card company to reverse a payment. A chargeback that is opened without contacting us first may lead to the suspension of your account or to a ban.',
        ],
      },
      {
        id: 'support-hours',
        title: 'Support hours and contact',
        blocks: [
          `Support hours: ${supportHours} (time zone ${supportTimezone}).`,
          contactByPhoneAndPost(facts),
        ],
      },
    ],
  };
}
