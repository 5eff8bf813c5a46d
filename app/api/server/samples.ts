import { eachVisitorField } from '../../chat/protocol/visitor-fields.ts';
import type {
  Conversation,
  Desk,
  EventList,
  Message,
  Note,
} from '../protocol/conversation-schemas.ts';
import type { Answer } from './operation.ts';
import type { Order, OrderDetail } from './order-schemas.ts';
import type { Comment } from './order-work-schemas.ts';
import type { Coupon } from './coupon-schemas.ts';
import type { Invoice, InvoiceSummary } from './invoice-schemas.ts';
import type { Subscription, SubscriptionDetail } from './subscription-schemas.ts';
import { SOURCE_LANGUAGE } from '../../platform/languages.ts';

// Invented data for the documentation.

export const AT = '2026-06-12T10:00:00.000Z';
const LABEL = { id: '5c1f0a3e-2d4b-4c6d-8e9f-0a1b2c3d4e5f', name: 'Rush' };
const MAYA = { id: 'kX2v9mQ4', name: 'Maya Okafor' };

export const SAMPLE_ID = 'conv_1781258400000_k3v9x2m7q4w8e1r5t6y0u2i4o7';

export const SAMPLE_CONVERSATION: Answer<typeof Conversation> = {
  id: SAMPLE_ID,
  state: 'waiting',
  topic: { id: 'sales', name: 'Sales Inquiry' },
  language: SOURCE_LANGUAGE,
  service: { section: 'graphics', slug: 'book-design', title: 'Book Design' },
  assignee: MAYA,
  visitor: {
    id: '9d2c4b6a-8f1e-4d3c-9b7a-5e6f7a8b9c0d',
    email: 'elena.ruiz@northfold.example',
    ...eachVisitorField((_, { sample }) => sample),
    isConfirmed: true,
    labels: [],
  },
  labels: [LABEL],
  lastNumber: 3,
  startedAt: AT,
  lastMessageAt: AT,
  firstAnsweredAt: AT,
  waitingSince: AT,
  snoozedUntil: null,
  completedAt: null,
  rating: null,
};

export const SAMPLE_MESSAGE: Answer<typeof Message> = {
  id: '1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9',
  clientId: '0e1d2c3b-4a59-4687-9756-3c4d5e6f7a8b',
  conversationId: SAMPLE_ID,
  number: 3,
  author: { side: 'visitor', agent: null, program: null },
  kind: 'text',
  text: 'Could it be ready by Monday?',
  files: [],
  isRemoved: false,
  createdAt: AT,
};

export const SAMPLE_REPLY: Answer<typeof Message> = {
  ...SAMPLE_MESSAGE,
  number: 4,
  author: { side: 'team', agent: null, program: 'CRM' },
  text: 'It can. I have noted it down.',
};

export const SAMPLE_NOTE: Answer<typeof Note> = {
  id: '2a3b4c5d-6e7f-4081-92a3-b4c5d6e7f809',
  conversationId: SAMPLE_ID,
  author: { agent: null, program: 'CRM' },
  text: 'Their third order with us.',
  createdAt: AT,
};

export const SAMPLE_EVENTS: Answer<typeof EventList> = {
  data: [
    { number: 41, type: 'message.sent', at: AT, subject: SAMPLE_ID, message: SAMPLE_MESSAGE },
    { number: 42, type: 'conversation.assigned', at: AT, subject: SAMPLE_ID },
  ],
  next: 42,
  newest: 42,
};

export const SAMPLE_DESK: Answer<typeof Desk> = {
  agents: [{ ...MAYA, isConnected: true }],
  teams: [{ id: '3b4c5d6e-7f80-4192-a3b4-c5d6e7f8091a', name: 'Print' }],
  labels: [LABEL],
};

const SAMPLE = {
  number: 'E-1001',
  state: 'delivered',
  currency: 'USD',
  amount: 30_000,
  taxAmount: 0,
  creditAmount: 0,
  refundedAmount: 0,
  buyer: 'elena.ruiz@northfold.example',
  conversationId: SAMPLE_ID,
  createdAt: AT,
} as const;

export const SAMPLE_ORDER: Answer<typeof Order> = {
  ...SAMPLE,
  title: 'Logo Design',
  paidAmount: 30_000,
  lastEvent: 4,
  updatedAt: AT,
};

export const SAMPLE_COMMENT: Answer<typeof Comment> = {
  id: '7c1d5b0e-3f2a-4d6c-9b8e-1a2b3c4d5e6f',
  fileId: '2f6d8c4a-9b1e-4a3d-8c7f-6e5d4c3b2a10',
  fileName: 'brochure.pdf',
  number: 1,
  replyTo: null,
  page: 2,
  percentFromLeft: 40,
  percentFromTop: 12.5,
  milliseconds: null,
  author: 'buyer',
  by: null,
  text: 'Please use our new logo here.',
  at: AT,
  editedAt: null,
  resolvedAt: null,
};

export const SAMPLE_PROGRAM_COMMENT: Answer<typeof Comment> = {
  ...SAMPLE_COMMENT,
  author: 'team',
  by: 'Print check',
};

export const SAMPLE_ORDER_DETAIL: Answer<typeof OrderDetail> = {
  ...SAMPLE,
  company: null,
  owner: MAYA,
  isOwnerChosen: false,
  assignees: [],
  labels: [LABEL],
  checklist: [
    {
      id: '1f0f6f1e-6a53-4f0b-8a43-0d1c3a5f7b21',
      title: 'First draft',
      isShown: true,
      dueOn: '2026-06-14',
      isLate: false,
      assignee: null,
      done: { at: AT, by: 'Maya Okafor' },
    },
  ],
  may: ['refund'],
  lines: [
    {
      title: 'Logo Design',
      path: '/services/graphics/logo-design',
      quantity: 1,
      unitAmount: 30_000,
    },
  ],
  milestones: [],
  payable: null,
  coupon: null,
  buyerCountry: null,
  taxNumber: null,
  isTaxNumberVerified: false,
  note: null,
  deliveryDays: 5,
  revisions: 2,
  revisionsUsed: 0,
  questions: [],
  brief: null,
  answerEdits: [],
  paidAt: AT,
  completedAt: null,
  due: { what: 'acceptance', day: '2026-06-19', isLate: false, isAtRisk: true },
  deliveries: [
    {
      milestone: null,
      message: 'Your files are in the folder we shared.',
      at: AT,
      wasLate: false,
    },
  ],
  refund: null,
  events: [
    {
      number: 4,
      milestone: null,
      event: 'Delivered',
      at: AT,
      actor: 'manager',
      by: 'API key ‘Bookkeeping’',
      why: 'Your files are in the folder we shared.',
    },
  ],
};

export const SAMPLE_COUPON_TERMS = {
  code: 'WELCOME',
  percentage: 10_000,
  amount: null,
  currency: 'USD',
  minimumAmount: 5000,
  scope: 'sections',
  scopeIds: ['writing'],
  validFrom: '2026-11-27',
  validUntil: '2026-11-30',
  totalLimit: 100,
  addressLimit: 1,
  isFirstOrderOnly: false,
  periods: 'first',
} as const;

export const SAMPLE_COUPON: Answer<typeof Coupon> = {
  id: '3d1f0a52-8c4b-4e0e-9b7a-6f2d5c8e1a90',
  status: 'active',
  ...SAMPLE_COUPON_TERMS,
  reserved: 1,
  used: 12,
  createdAt: AT,
  updatedAt: AT,
};

export const SAMPLE_INVOICE_SUMMARY: Answer<typeof InvoiceSummary> = {
  id: '5e2f1b63-9d5c-4f1e-8a8b-7e3d6f9a2b01',
  kind: 'invoice',
  number: 'INV-2026-0042',
  state: 'open',
  order: 'E-1001',
  milestone: null,
  issuedOn: '2026-11-27',
  dueOn: '2026-12-11',
  currency: 'EUR',
  net: 30_000,
  tax: 5700,
  gross: 35_700,
  corrects: null,
  paidAt: null,
};

const SAMPLE_RATE = { name: 'VAT', rate: 19_000, category: 'standard' } as const;

export const SAMPLE_INVOICE: Answer<typeof Invoice> = {
  ...SAMPLE_INVOICE_SUMMARY,
  seller: {
    name: 'Studio Anker GmbH',
    address: ['Hafenstraße 12', '20457 Hamburg'],
    country: 'DE',
    taxNumber: 'DE123456789',
  },
  buyer: { name: 'Northfold', address: ['Quay 4', 'Lisbon'], country: 'DE', taxNumber: null },
  lines: [{ title: 'Logo Design', quantity: 1, net: 30_000, tax: 5700, taxRate: SAMPLE_RATE }],
  taxes: [{ taxRate: SAMPLE_RATE, net: 30_000, tax: 5700 }],
};

export const SAMPLE_SUBSCRIPTION: Answer<typeof Subscription> = {
  number: 'S-1001',
  title: 'Website Maintenance',
  state: 'active',
  interval: 'month',
  currency: 'USD',
  amount: 12_000,
  lastDay: '2026-12-27',
  buyer: 'elena.ruiz@northfold.example',
};

export const SAMPLE_SUBSCRIPTION_DETAIL: Answer<typeof SubscriptionDetail> = {
  ...SAMPLE_SUBSCRIPTION,
  conversationId: SAMPLE_ID,
  nextAmount: 12_000,
  plannedPrice: null,
  isPausing: false,
  periodRequests: {
    used: 1,
    included: 5,
    open: 1,
    concurrent: 2,
    label: 'articles',
    refusal: null,
  },
  requests: [{ number: 1, period: 1, order: 'E-1002', orderState: 'in progress', at: AT }],
  may: ['plan-pause', 'cancel', 'end', 'plan-price'],
  periods: [
    {
      number: 1,
      state: 'paid',
      first: '2026-11-28',
      last: '2026-12-27',
      order: 'E-1001',
      orderState: 'in progress',
      amount: 12_000,
    },
  ],
  events: [
    { number: 1, event: 'Subscription ordered', at: AT, by: 'Buyer', why: null },
    { number: 2, event: 'Subscription started', at: AT, by: 'Payment service', why: null },
  ],
};
