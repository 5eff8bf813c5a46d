import { contactByPhoneAndPost, type LegalDocument, type LegalFacts } from './legal-document.ts';

/** /privacy-policy. Edit it together with what the product really stores. */
export function privacyPolicy(facts: LegalFacts): LegalDocument {
  const { brandName } = facts;
  return {
    title: 'Privacy Policy',
    description: `What ${brandName} knows about you, what it is used for, and how to see, correct or delete it.`,
    effectiveDate: 'January 1, 2025',
    introduction: `This page says in plain words what ${brandName} learns about you when you browse, write to us or order a service, and what you can do about it.`,
    sections: [
      {
        id: 'information-we-collect',
        title: 'Information we collect',
        blocks: [
          'What you give us when you chat, review, order or pay:',
          {
            list: [
              'your name',
              'your email address',
              'your phone number',
              'your shipping address, where something is sent to you',
              'payment information, which our payment provider processes for us',
            ],
          },
          'What your browser sends by itself when you visit:',
          {
            list: [
              'the kind of browser you use',
              'your IP address',
              'the pages you visit here',
              'the page that led you here (the referrer)',
            ],
          },
        ],
      },
      {
        id: 'how-we-use-it',
        title: 'How we use it',
        blocks: [
          {
            list: [
              'to answer your messages and to deliver what you ordered',
              'to take payments and to handle refunds',
              'to show your review with your name; your email address is never shown',
              'to ask you once, by email, to confirm a review you posted',
              'to keep the site safe from abuse, which includes closing the chat to those who misuse it, and to find out what does not work',
              'to tell you about changes that concern your order',
            ],
          },
        ],
      },
      {
        id: 'how-we-protect-it',
        title: 'How we protect it',
        blocks: [
          'Pages and messages travel encrypted. Only the people who answer you, and those who look after the site, can read what you wrote, each with an account of their own. No system is perfectly safe; if yours is ever affected, we will tell you.',
        ],
      },
      {
        id: 'sharing',
        title: 'Who we share it with',
        blocks: [
          'We do not sell your information. We share it only with those who need it to do their part: the people who carry out your order, the payment provider, and the companies that host the site and carry our mail. We also share it where the law obliges us to.',
        ],
      },
      {
        id: 'how-long-we-keep-it',
        title: 'How long we keep it',
        blocks: [
          `${howLong('Conversations in the chat', facts.retentionChatDays, 'after they ended')} ${howLong('The email address you gave with a review', facts.retentionReviewEmailDays, 'after you wrote it')} The review itself stays, with the name you gave, unless you ask us to delete it.`,
        ],
      },
      {
        id: 'cookies',
        title: 'Cookies',
        blocks: [
          'Browsing sets no cookie. When you open a chat, one cookie lets this browser, and no other, return to your conversation. When you post a review, one cookie remembers that you have shown that you are human. When you report a review, one cookie keeps the same report from being counted twice. Agents who sign in get a session cookie. Your browser also keeps your choice of light or dark colours and the name and email address you typed into a form, so that you need not type them again; these stay on your device.',
        ],
      },
      {
        id: 'your-rights',
        title: 'Your rights',
        blocks: [
          'Write to us and we will help you with any of these, free of charge:',
          {
            list: [
              'Access: get a copy of everything we hold about you, as a file you can read and take elsewhere.',
              'Correction: have what is wrong put right.',
              'Deletion: have your conversations, your reviews and your details erased. You may choose to leave a review without your name. What remains is a note that we did it, with your address only as a code; where the chat was closed to you, that code also keeps it closed.',
              'Opt-out: stop messages that are not about an order of yours.',
            ],
          },
        ],
      },
      {
        id: 'changes',
        title: 'Changes to this policy',
        blocks: [
          'When this policy changes, the new text appears on this page with a new date. If a change matters to what we already hold about you, we will also tell you directly.',
        ],
      },
      {
        id: 'contact',
        title: 'Contact',
        blocks: ['Questions about your information? Reach us here:', contactByPhoneAndPost(facts)],
      },
    ],
  };
}

function howLong(what: string, days: number | undefined, since: string): string {
  const isPlural = what.startsWith('Conversations');
  return days === undefined
    ? `${what} ${isPlural ? 'are' : 'is'} kept until you ask us to delete ${isPlural ? 'them' : 'it'}.`
    : `${what} ${isPlural ? 'are' : 'is'} deleted ${days} ${days === 1 ? 'day' : 'days'} ${since}.`;
}
