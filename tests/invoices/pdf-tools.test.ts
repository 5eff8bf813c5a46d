import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../app/platform/log.server.ts';
import { renderInvoiceXml } from '../../app/billing/invoice-document/invoice-xml.ts';
import { openInvoiceRenderer } from '../../app/billing/invoice-document/render-invoice-pdf.server.ts';
import '../../app/i18n/messages.server.ts';
import { LANGUAGES } from '../../app/platform/languages.ts';
import { invoiceDocument, invoiceLine } from '../support/invoice-document.ts';

const renderer = openInvoiceRenderer(createLog('silent'));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'embarka-invoices-'));
});

afterAll(async () => {
  await renderer.close();
  rmSync(folder, { recursive: true, force: true });
});

test('poppler and qpdf accept the invoices of every language, with and without embedded data', async () => {
  for (const language of LANGUAGES) {
    for (const currency of ['EUR', 'JPY', 'KWD'] as const) {
      const file = join(folder, `${language}-${currency}.pdf`);
      const lines = Array.from({ length: 60 }, (_, index) =>
        invoiceLine({ title: `Article ${index + 1}` }),
      );
      writeFileSync(
        file,
        await renderer.renderInvoicePdf(invoiceDocument({ language, currency, lines })),
      );
      const context = `${language} ${currency}`;
      expect(run('qpdf', '--check', file), context).toContain(
        'No syntax or stream encoding errors',
      );
      expect(run('pdfinfo', file), context).toMatch(/^Tagged: +yes$/m);
      expect(run('pdfdetach', '-list', file), context).toMatch(
        currency === 'KWD' ? /^0 embedded/ : /factur-x\.xml/,
      );
    }
  }
});

test('the embedded data are those of the document', async () => {
  const file = join(folder, 'embedded.pdf');
  const xml = join(folder, 'factur-x.xml');
  writeFileSync(file, await renderer.renderInvoicePdf(invoiceDocument()));
  run('pdfdetach', '-save', '1', '-o', xml, file);
  expect(readFileSync(xml, 'utf8')).toBe(renderInvoiceXml(invoiceDocument()));
});

test('an Arabic text is extracted in logical order, and a number as it is written', async () => {
  const file = join(folder, 'arabic.pdf');
  const document = invoiceDocument({
    language: 'ar',
    lines: [invoiceLine({ title: 'مقالة ضيف في مجلة تقنية' })],
  });
  writeFileSync(file, await renderer.renderInvoicePdf(document));
  const text = run('pdftotext', file, '-').replaceAll(
    /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    '',
  );
  expect(text).toContain('مقالة ضيف في مجلة تقنية');
  expect(text).toContain('INV-2026-0042');
});

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
