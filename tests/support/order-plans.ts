/** In cents: what a partial refund of the plans comes to. */
export const BACK_AS_CREDIT = 2000;
export const BACK_BY_METHOD = 1500;

/** When the second of two milestones can be paid. */
export type Milestones = 'in turn' | 'all at once';

/** The life of an order, which may have two milestones. */
interface Plan {
  readonly milestones?: Milestones;
  readonly steps: readonly Step[];
}

type Form = Readonly<Record<string, string>>;

/** Something one person does with an order, and the events that it makes. */
export type Step = {
  readonly events: readonly string[];
  readonly gives?: 'part' | 'part as credit' | 'all' | 'all as credit';
  /** Where its files go first: below the buyer's address of the order, or the team's. */
  readonly files?: { readonly to: string; readonly count: number };
} & (
  | { readonly by: 'buyer' | 'maya' | 'ines'; readonly form: Form }
  | { readonly by: 'provider'; readonly way: 'stripe' | 'paypal'; readonly milestone?: string }
);

const buyer = (event: string, form: Form): Step => ({ by: 'buyer', events: [event], form });
const maya = (event: string, form: Form): Step => ({ by: 'maya', events: [event], form });

const PAID_BY_LINK = maya('pay', { intent: 'mark-paid', reference: 'PP-77' });
const BY_CARD: Step = { by: 'provider', way: 'stripe', events: ['pay'] };
const BY_PAYPAL: Step = { by: 'provider', way: 'paypal', events: ['pay'] };
const BRIEF: Step = {
  ...buyer('begin', { intent: 'brief', 'answer-0': 'Northfold' }),
  files: { to: '/brief/files', count: 1 },
};
const DELIVER: Step = {
  ...maya('deliver', { intent: 'deliver', message: 'Both sizes are here.' }),
  files: { to: '/files', count: 2 },
};
const REVISE = buyer('request-revision', { intent: 'revise', wish: 'A little larger' });
const ACCEPT = buyer('complete', { intent: 'accept' });
const CANCEL = buyer('cancel', { intent: 'cancel' });
const ASK: Step = {
  ...buyer('request-refund', {
    intent: 'refund',
    ground: 'late',
    explanation: 'It never came.',
  }),
  files: { to: '/refund/files', count: 1 },
};

function decide(change: Form, gives?: Step['gives']): Step {
  const isFull = change.outcome === 'full';
  return {
    by: 'ines',
    events: [isFull ? 'refund' : 'settle-refund'],
    form: {
      intent: 'decide-refund',
      way: 'method',
      amount: '',
      reference: 'BACK-1',
      reply: 'Because of the wait',
      ...change,
    },
    ...(gives ? { gives } : {}),
  };
}

const AS_CREDIT = { way: 'credit' } as const;

/** A full refund as the team decides it. */
export const FULL_REFUND = {
  ...AS_CREDIT,
  outcome: 'full',
  amount: '',
  reference: '',
  reply: '',
} as const;

const PART = decide({ outcome: 'part', amount: '15' }, 'part');
const PART_AS_CREDIT = decide({ outcome: 'part', amount: '20', ...AS_CREDIT }, 'part as credit');
const ALL = decide({ outcome: 'full' }, 'all');
const ALL_AS_CREDIT = decide({ outcome: 'full', ...AS_CREDIT }, 'all as credit');
const REFUSE = decide({ outcome: 'refuse' });

/** The same step for a milestone, whose first payment and last acceptance are those of the order. */
function ofMilestone(step: Step, milestone: '1' | '2'): Step {
  const names: Readonly<Record<string, string>> =
    milestone === '1' ? { complete: 'accept-milestone' } : { pay: 'pay-milestone' };
  const events = step.events.map((name) => names[name] ?? name);
  return step.by === 'provider'
    ? { ...step, events, milestone }
    : { ...step, events, form: { ...step.form, milestone } };
}

/** The lives of orders. Together they have every transition, payment method and kind of refund. */
export const PLANS: readonly Plan[] = [
  { steps: [PAID_BY_LINK, BRIEF, DELIVER, REVISE, DELIVER, ACCEPT] },
  { steps: [BY_CARD, BRIEF, DELIVER, ASK, PART_AS_CREDIT, ACCEPT] },
  {
    milestones: 'in turn',
    steps: [
      ofMilestone(BY_CARD, '1'),
      BRIEF,
      DELIVER,
      REVISE,
      DELIVER,
      ofMilestone(ACCEPT, '1'),
      ofMilestone(BY_PAYPAL, '2'),
      DELIVER,
      ofMilestone(ASK, '2'),
      ofMilestone(PART, '2'),
      ofMilestone(ACCEPT, '2'),
    ],
  },
  { steps: [CANCEL] },
  { steps: [BY_PAYPAL, ASK, REFUSE, BRIEF, DELIVER, ACCEPT, ALL] },
  {
    milestones: 'all at once',
    steps: [
      ofMilestone(PAID_BY_LINK, '1'),
      ofMilestone(BY_CARD, '2'),
      BRIEF,
      DELIVER,
      ofMilestone(ACCEPT, '1'),
      DELIVER,
      ofMilestone(ACCEPT, '2'),
    ],
  },
  { steps: [BY_CARD, ASK, PART, BRIEF, DELIVER, ACCEPT, ASK, ALL] },
  { steps: [PAID_BY_LINK, ALL_AS_CREDIT] },
  { steps: [PAID_BY_LINK, BRIEF, ASK, PART, DELIVER, ACCEPT] },
];
