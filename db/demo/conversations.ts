import type { Topic } from '../../app/conversation/wire/rules.ts';

/** One conversation of the demo; times are minutes before the first start. */
export interface DemoConversation {
  readonly email: string;
  readonly topic: Topic;
  readonly service?: { readonly section: string; readonly slug: string; readonly title: string };
  /** Who is the visitor's agent now. */
  readonly agent: 'maya' | 'leo' | 'sana';
  readonly isCompleted?: boolean;
  readonly messages: readonly DemoMessage[];
  /** What the team wrote to itself beside it. */
  readonly notes?: readonly DemoNote[];
}

interface DemoMessage {
  readonly from: 'visitor' | 'maya' | 'leo' | 'sana';
  readonly text: string;
  readonly minutesAgo: number;
}

interface DemoNote {
  readonly from: 'maya' | 'leo' | 'sana' | 'ines';
  readonly text: string;
  readonly minutesAgo: number;
}

/** Inserted with a slash in the reply box. */
export const DEMO_REPLIES: readonly {
  readonly shortcut: string;
  readonly text: string;
  /** Everybody's where there is none. */
  readonly owner?: 'maya';
}[] = [
  {
    shortcut: 'hello',
    text: 'Hello {visitor}, this is {agent}. How can I help you today?',
  },
  {
    shortcut: 'price',
    text: '{service} is {price}. Shall I send you the payment link?',
  },
  {
    shortcut: 'next-steps',
    text: 'Here is what happens next:\n1. You tell us about your project\n2. We agree on a date\n3. Work starts once the payment is in',
  },
  {
    shortcut: 'manuscript',
    text: 'Please send the manuscript as one document; pictures can follow later.',
    owner: 'maya',
  },
];

const DAY = 24 * 60;

/** What Maya, Leo and Sana find on their dashboards at the first start. */
export const DEMO_CONVERSATIONS: readonly DemoConversation[] = [
  {
    email: 'elena.ruiz@northfold.example',
    topic: 'General Questions',
    agent: 'maya',
    isCompleted: true,
    messages: [
      {
        from: 'visitor',
        text: 'Hello, how long does a book design usually take?',
        minutesAgo: DAY + 90,
      },
      {
        from: 'leo',
        text: 'It depends on the number of pages. Most take three to five weeks.',
        minutesAgo: DAY + 84,
      },
    ],
  },
  {
    email: 'elena.ruiz@northfold.example',
    topic: 'Sales Inquiry',
    agent: 'maya',
    service: { section: 'graphics', slug: 'book-design', title: 'Book Design' },
    messages: [
      { from: 'visitor', text: 'Hi, we are ready to go ahead with Book Design.', minutesAgo: 26 },
      {
        from: 'maya',
        text: 'Good to hear, Elena. Here is what happens next:\n1. You send the manuscript\n2. We share two sample spreads\n3. Full layout starts once you approve',
        minutesAgo: 22,
      },
      {
        from: 'visitor',
        text: 'Wonderful. Could the files be ready before the fair?',
        minutesAgo: 19,
      },
    ],
    notes: [
      {
        from: 'ines',
        text: 'Northfold orders every spring. Leo may start earlier for them if the date is tight.',
        minutesAgo: 17,
      },
    ],
  },
  {
    email: 'priya@lumenstudio.example',
    topic: 'Product/Service Support',
    agent: 'maya',
    service: { section: 'video', slug: 'logo-animation', title: 'Logo Animation' },
    messages: [
      {
        from: 'visitor',
        text: 'Hello, is anyone there? I have a question about the animation of our logo.',
        minutesAgo: 20,
      },
      { from: 'visitor', text: 'We only have it as a PNG. Is that enough?', minutesAgo: 19 },
    ],
  },
  {
    email: 'daniel.kovac@harborline.example',
    topic: 'Order Fulfillment',
    agent: 'maya',
    messages: [
      { from: 'visitor', text: 'The brochure texts are final now.', minutesAgo: 190 },
      {
        from: 'maya',
        text: 'Thank you, Daniel. I will pass them on and send the payment link for the print files.',
        minutesAgo: 184,
      },
      { from: 'visitor', text: 'Perfect, please send the payment link.', minutesAgo: 32 },
    ],
  },
  {
    email: 'sofia.bergman@post.example',
    topic: 'General Questions',
    agent: 'maya',
    messages: [
      {
        from: 'visitor',
        text: 'Can one person look after a site and its hosting?',
        minutesAgo: 80,
      },
      {
        from: 'maya',
        text: 'Yes. Website Maintenance covers updates and backups, Support & IT the rest:\n- monthly report\n- a named contact\n- no minimum term',
        minutesAgo: 71,
      },
      { from: 'visitor', text: 'Thanks Maya, that answers everything.', minutesAgo: 65 },
    ],
  },
  {
    email: 'office@tanakaprint.example',
    topic: 'Sales Inquiry',
    agent: 'maya',
    service: { section: 'writing', slug: 'translation', title: 'Translation' },
    messages: [
      { from: 'visitor', text: 'Do you also translate into Japanese?', minutesAgo: DAY + 30 },
      {
        from: 'maya',
        text: 'We do. Here is the service with its price:\n/services/writing/translation\nHow long is the text?',
        minutesAgo: DAY + 21,
      },
    ],
  },
  {
    email: 'nora@quietharbour.example',
    topic: 'General Questions',
    agent: 'leo',
    messages: [
      { from: 'visitor', text: 'Could we meet the narrator before recording?', minutesAgo: 51 },
    ],
  },
  {
    email: 'marcus.bell@fieldnotes.example',
    topic: 'Order Fulfillment',
    agent: 'sana',
    messages: [
      { from: 'visitor', text: 'The second draft is great.', minutesAgo: DAY + 200 },
      { from: 'sana', text: 'Glad to hear it. Shall we close this?', minutesAgo: DAY + 190 },
      { from: 'visitor', text: 'Please do.', minutesAgo: DAY + 180 },
    ],
  },
];
