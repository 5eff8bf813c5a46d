import type * as v from 'valibot';
import type { Conversation, Desk, EventList, Message, Note } from './conversation-schemas.ts';

// Invented data for the documentation.

const AT = '2026-06-12T10:00:00.000Z';
const LABEL = { id: '5c1f0a3e-2d4b-4c6d-8e9f-0a1b2c3d4e5f', name: 'Rush' };
const MAYA = { id: 'kX2v9mQ4', name: 'Maya Okafor' };

export const SAMPLE_ID = 'conv_1781258400000_k3v9x2m7q4w8e1r5t6y0u2i4o7';

export const SAMPLE_CONVERSATION: v.InferInput<typeof Conversation> = {
  id: SAMPLE_ID,
  state: 'waiting',
  topic: { id: 'sales', name: 'Sales Inquiry' },
  language: 'en',
  service: { section: 'graphics', slug: 'book-design', title: 'Book Design' },
  assignee: MAYA,
  visitor: {
    id: '9d2c4b6a-8f1e-4d3c-9b7a-5e6f7a8b9c0d',
    email: 'elena.ruiz@northfold.example',
    name: 'Elena',
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

export const SAMPLE_MESSAGE: v.InferInput<typeof Message> = {
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

export const SAMPLE_REPLY: v.InferInput<typeof Message> = {
  ...SAMPLE_MESSAGE,
  number: 4,
  author: { side: 'team', agent: null, program: 'CRM' },
  text: 'It can. I have noted it down.',
};

export const SAMPLE_NOTE: v.InferInput<typeof Note> = {
  id: '2a3b4c5d-6e7f-4081-92a3-b4c5d6e7f809',
  conversationId: SAMPLE_ID,
  author: { agent: null, program: 'CRM' },
  text: 'Their third order with us.',
  createdAt: AT,
};

export const SAMPLE_EVENTS: v.InferInput<typeof EventList> = {
  data: [
    { number: 41, type: 'message.sent', at: AT, subject: SAMPLE_ID, message: SAMPLE_MESSAGE },
    { number: 42, type: 'conversation.assigned', at: AT, subject: SAMPLE_ID },
  ],
  next: 42,
  newest: 42,
};

export const SAMPLE_DESK: v.InferInput<typeof Desk> = {
  agents: [{ ...MAYA, isConnected: true }],
  teams: [{ id: '3b4c5d6e-7f80-4192-a3b4-c5d6e7f8091a', name: 'Print' }],
  labels: [LABEL],
};
