import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { OrderView } from '../protocol/order-view.ts';
import { TeamOrder } from './team-order.tsx';

const INVOICE = {
  id: 'i',
  number: '2026-0001',
  kind: 'invoice',
  state: 'paid',
  milestone: null,
  issuedOn: '2026-06-12',
  amount: 100,
  payment: null,
};
const ORDER = {
  number: 'E-1001',
  state: 'revision requested',
  may: ['deliver'],
  lines: [],
  milestones: [],
  events: [],
  refunds: [],
  disputes: [],
  questions: [],
  briefFiles: [],
  answerEdits: [],
  brief: null,
  answersSoFar: null,
  invoices: [INVOICE],
  currency: 'EUR',
  amount: 100,
  subscription: null,
  coupon: null,
  creditAmount: 0,
  refundedAmount: 0,
  pendingRefund: 0,
  taxNumber: null,
  payable: null,
  payment: null,
  due: null,
  refund: null,
  note: null,
  proofs: {
    files: [],
    requested: [
      {
        id: 'c',
        number: 1,
        fileId: 'f',
        fileName: 'Sail.png',
        position: { kind: 'file' },
        text: 'Brighter',
        isResolved: false,
      },
    ],
  },
  deliveries: [
    { milestone: null, message: 'Done', files: [], at: '2026-06-12T10:00:00.000Z', wasLate: false },
  ],
} as unknown as OrderView;

function render(order: OrderView): string {
  const element = (
    <TeamOrder
      order={order}
      buyer="elena@example.com"
      buyerName="Elena Ruiz"
      company={null}
      conversationId={null}
      answer={undefined}
      limits={{ maxBytes: 1, maxCount: 1 }}
      waiting={[]}
      unfinished={[]}
      space={{ usedBytes: 0, mostBytes: 1 }}
      isPaidByLink
      mayInvoice
      staff={{ owner: null, isOwnerChosen: false, assignees: [], labels: [] }}
      staffChanges={[]}
      people={[]}
      colleagues={[]}
      allLabels={[]}
      checklist={[]}
      newItemId="n"
      notes={[]}
      newNoteKey="k"
    />
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('the requested changes and earlier deliveries are above the form of the next delivery', () => {
  const page = render(ORDER);
  const at = (part: string) => page.indexOf(part);
  expect(at('Brighter')).toBeGreaterThan(-1);
  expect(at('Brighter')).toBeLessThan(at('Done'));
  expect(at('Done')).toBeLessThan(at('name="message"'));
  expect(at('name="message"')).toBeLessThan(at('id="order-checklist"'));
});

test('the actions of an invoice are below the list of invoices', () => {
  const section = /<section aria-labelledby="order-invoices".*?id="order-history"/s;
  expect(section.exec(render(ORDER))?.[0]).toContain('Send invoice again');
});

test('an order without an invoice and without anything to issue has no section of invoices', () => {
  const order = { ...ORDER, invoices: [], takesBilling: false };
  expect(render(order)).not.toContain('order-invoices');
});
