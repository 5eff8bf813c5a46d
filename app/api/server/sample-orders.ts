import type * as v from 'valibot';
import type { Order, OrderDetail } from './order-schemas.ts';

// Invented data for the documentation.

const AT = '2026-06-12T10:00:00.000Z';

const SAMPLE = {
  number: 'E-1001',
  state: 'delivered',
  currency: 'USD',
  amount: 30_000,
  creditAmount: 0,
  refundedAmount: 0,
  buyer: 'elena.ruiz@northfold.example',
  conversationId: 'conv_1781258400000_k3v9x2m7q4w8e1r5t6y0u2i4o7',
  createdAt: AT,
} as const;

export const SAMPLE_ORDER: v.InferInput<typeof Order> = {
  ...SAMPLE,
  title: 'Logo Design',
  paidAmount: 30_000,
  lastEvent: 4,
  updatedAt: AT,
};

export const SAMPLE_ORDER_DETAIL: v.InferInput<typeof OrderDetail> = {
  ...SAMPLE,
  may: ['refund'],
  lines: [
    {
      title: 'Logo Design',
      path: '/services/graphics/logo-design',
      quantity: 1,
      unitAmount: 30_000,
    },
  ],
  note: null,
  deliveryDays: 5,
  revisions: 2,
  revisionsUsed: 0,
  questions: [],
  brief: null,
  paidAt: AT,
  completedAt: null,
  due: { what: 'acceptance', day: '2026-06-19', isLate: false },
  deliveries: [{ message: 'Your files are in the folder we shared.', at: AT, wasLate: false }],
  refund: null,
  events: [
    {
      number: 4,
      event: 'Delivered',
      at: AT,
      actor: 'manager',
      by: 'API key ‘Bookkeeping’',
      why: 'Your files are in the folder we shared.',
    },
  ],
};
