import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, expect, test } from 'vitest';
import { invoiceDocument, invoiceLine } from '../../../tests/support/invoice-document.ts';
import '../../i18n/messages.server.ts';
import { LANGUAGES } from '../../platform/languages.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { createLog } from '../../platform/log.server.ts';
import { openInvoiceRenderer } from './render-invoice-pdf.server.ts';

const log = createLog('silent');
const renderer = openInvoiceRenderer(log);
const PATIENCE_MS = 60_000;

afterAll(() => renderer.close());

const LOGO = {
  description: 'The shop',
  bytes: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30"/></svg>',
  ),
};

test(
  'an invoice is a tagged PDF with title, language, headings, header cells and the XML that belongs to it',
  { timeout: PATIENCE_MS },
  async () => {
    for (const language of LANGUAGES) {
      const document = invoiceDocument({ language });
      const { file, metadata, markInfo, tags, attachments } = await read(document);
      expect(metadata.info['Title'], language).toContain('INV-2026-0042');
      expect(metadata.info['Language'], language).toBe(language);
      expect(markInfo?.get('Marked'), language).toBe(true);
      expect(tags, language).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'TD']));
      expect([...attachments.keys()], language).toEqual(['factur-x.xml']);
      const source = Buffer.from(file).toString('latin1');
      expect(source, language).toContain('/AFRelationship /Alternative');
      expect(source, language).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
      expect(source, language).toContain('<pdfaid:part>3</pdfaid:part>');
    }
  },
);

test(
  'a document that is one too many in the queue is refused',
  { timeout: PATIENCE_MS },
  async () => {
    const narrow = openInvoiceRenderer(log, { waiting: 1 });
    const document = invoiceDocument({ logo: LOGO });
    await narrow.renderInvoicePdf(document);
    const asked = Array.from({ length: 4 }, () => narrow.renderInvoicePdf(document));
    const answers = await Promise.allSettled(asked);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      expect(answer).toMatchObject({ reason: { name: 'InvoiceQueueError' } });
    }
    expect((await narrow.renderInvoicePdf(document)).length).toBeGreaterThan(0);
    await narrow.close();
  },
);

test('the same document always gives the same bytes', { timeout: PATIENCE_MS }, async () => {
  const document = invoiceDocument({ logo: LOGO });
  const first = await renderer.renderInvoicePdf(document);
  await renderer.renderInvoicePdf(invoiceDocument({ language: 'ar' }));
  expect(Buffer.compare(first, await renderer.renderInvoicePdf(document))).toBe(0);
});

test(
  'a long invoice repeats the header of its table and numbers its pages',
  { timeout: PATIENCE_MS },
  async () => {
    const lines = Array.from({ length: 200 }, (_, index) =>
      invoiceLine({ title: `Article ${index + 1}` }),
    );
    const { pages } = await read(invoiceDocument({ lines }));
    expect(pages.length).toBeGreaterThan(4);
    for (const [index, text] of pages.entries()) {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(text.includes('Article ') && !text.includes('Price per unit')).toBe(false);
    }
    for (const { title } of lines) expect(pages.join(' ')).toContain(title);
  },
);

test(
  'a currency with three decimals has no embedded data, and the document says so',
  { timeout: PATIENCE_MS },
  async () => {
    const { attachments, pages } = await read(
      invoiceDocument({ currency: 'KWD', lines: [invoiceLine({ unitPrice: 12_345 })] }),
    );
    expect(attachments.size).toBe(0);
    expect(pages.join(' ')).toContain('the currency has more than two decimals');
    expect(pages.join(' ')).toMatch(/KWD\s12\.345/);
  },
);

test(
  'texts in all directions, without a font, too long, or with control characters are rendered',
  { timeout: PATIENCE_MS },
  async () => {
    const titles = [
      'Donaudampfschifffahrtsgesellschaft'.repeat(20),
      '#panic("x") $a$ @b <c> \\ "quoted" `d` *e* _f_ // g',
      'عنوان بالعربية with English',
      'משרד ראשי 5',
      '株式会社サンプル 서울특별시 北京',
      'Emoji 😀👩‍👩‍👧🇫🇮 ภาษาไทย हिन्दी',
      '\u0000\u0007\u202Eoverride\u2066\u2028line',
      'e\u0301\u0301\u0301 Ω Ж ə ẞ ₿',
      '\uE000\uE001',
      '',
    ];
    for (const language of ['en', 'ar'] as const) {
      const { pages } = await read(
        invoiceDocument({
          language,
          buyer: {
            name: titles[2] ?? '',
            address: [...titles],
            country: '??',
            taxNumber: 'X'.repeat(300),
          },
          lines: titles.map((title) => invoiceLine({ title, unit: { name: title, code: 'C62' } })),
        }),
      );
      expect(pages.join(' ')).toContain('#panic("x") $a$ @b <c> \\ "quoted" `d` *e* _f_ // g');
    }
  },
);

test(
  'huge amounts are exact, and totals of zero and negative lines are shown',
  { timeout: PATIENCE_MS },
  async () => {
    const huge = await read(
      invoiceDocument({
        lines: [
          invoiceLine({
            unitPrice: 1,
            quantity: 7_000_000_000_000_001,
            net: 7_000_000_000_000_001,
          }),
        ],
      }),
    );
    expect(huge.pages.join(' ')).toContain('€70,000,000,000,000.01');
    const zero = await read(invoiceDocument({ lines: [invoiceLine({ discount: 12_000 })] }));
    expect(zero.pages.join(' ')).toContain('Nothing is left to pay');
    const negative = await read(
      invoiceDocument({ lines: [invoiceLine(), invoiceLine({ quantity: -1 })] }),
    );
    expect(negative.pages.join(' ')).toContain('-€120.00');
  },
);

test(
  'a logo that is broken or too large is replaced by the name of the shop',
  { timeout: PATIENCE_MS },
  async () => {
    const tooLarge = LOGO.bytes
      .toString()
      .replace('width="90" height="30"', 'width="30000" height="30000"');
    for (const bytes of [Buffer.from('no picture'), Buffer.alloc(0), Buffer.from(tooLarge)]) {
      const { pages } = await read(invoiceDocument({ logo: { ...LOGO, bytes } }));
      expect(pages.join(' ').split('Embarka Studio GmbH')).toHaveLength(4);
    }
    const { pages, tags } = await read(invoiceDocument({ logo: LOGO }));
    expect(pages.join(' ').split('Embarka Studio GmbH')).toHaveLength(3);
    expect(tags).toContain('Figure');
  },
);

test('a credit note names the invoice that it corrects', { timeout: PATIENCE_MS }, async () => {
  const { pages } = await read(
    invoiceDocument({
      kind: 'credit-note',
      number: 'CN-2026-0001',
      corrects: { number: 'INV-2026-0042', issuedOn: '2026-11-28' },
    }),
  );
  const text = pages.join(' ');
  expect(text).toContain('Credit note');
  expect(text).toMatch(/INV-2026-0042 of November 28,\s*2026/);
  expect(text).not.toContain('Please pay');
});

interface TagNode {
  readonly role?: string;
  readonly children?: readonly TagNode[];
}

async function read(document: InvoiceDocument) {
  const file = await renderer.renderInvoicePdf(document);
  const task = getDocument({ data: file.slice(), verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  const tags: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
    tags.push(...rolesOf((await page.getStructTree()) as TagNode | null));
  }
  const metadata = (await pdf.getMetadata()) as { info: Record<string, unknown> };
  const markInfo = (await pdf.getMarkInfo()) as ReadonlyMap<string, boolean> | null;
  const attachments = ((await pdf.getAttachments()) ?? new Map()) as ReadonlyMap<string, unknown>;
  await task.destroy();
  return { file, pages, tags, metadata, markInfo, attachments };
}

function rolesOf(node: TagNode | null): string[] {
  if (!node) return [];
  return [...(node.role ? [node.role] : []), ...(node.children ?? []).flatMap(rolesOf)];
}
