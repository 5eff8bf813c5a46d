import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNamed } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.server.ts';
import { ROOT_FOLDER } from '../../platform/root-folder.server.ts';
import { assertAddsUp } from './arithmetic.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import type { InvoiceToRender } from './invoice-page.ts';
import { writeInvoicePage } from './invoice-texts.server.ts';
import { renderInvoiceXml, whyNotExpressible } from './invoice-xml.ts';

/** The built product contains the program as a bundle; in development the source runs directly. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? fileURLToPath(new URL('./invoice-thread.server.ts', import.meta.url))
  : join(ROOT_FOLDER, 'build/process/invoice-thread.js');

const TIME_LIMIT_MS = 30_000;
const IDLE_MS = 60_000;
const WAITING_INVOICES = 64;
const MEMORY_MIB = 256;

/** Too many documents are waiting to be rendered. */
export class InvoiceQueueError extends Error {
  /** Compares by name, because errors cross the border between Node's modules and Vite's bundle. */
  static override [Symbol.hasInstance](value: unknown): value is InvoiceQueueError {
    return isNamed(value, 'InvoiceQueueError');
  }

  override readonly name = 'InvoiceQueueError';
}

export interface InvoiceRenderer {
  /**
   * Writes a tagged PDF/A-3 in the document's language, with its EN 16931 data embedded if the standard can express it.
   * The same document gives the same bytes. `formats` is the BCP 47 tag of the shop's formats for that language.
   * Throws {@link InvoiceQueueError}.
   */
  renderInvoicePdf(document: InvoiceDocument, formats?: string): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Opens a renderer whose thread starts with the first document and ends when idle. */
export function openInvoiceRenderer(
  log: Log,
  { waiting = WAITING_INVOICES } = {},
): InvoiceRenderer {
  let opened: Promise<import('piscina').Piscina> | undefined;
  const open = async () => {
    const { Piscina } = await import('piscina');
    const threads = new Piscina({
      filename: PROGRAM,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    });
    // Without a listener, a thread that cannot start would end the process.
    threads.on('error', (error) => log.error({ err: error }, 'The thread for invoices failed'));
    return threads;
  };
  return {
    async renderInvoicePdf(document, formats) {
      assertAddsUp(document);
      const invoice: InvoiceToRender = {
        page: writeInvoicePage(document, formats),
        createdAt: Date.parse(`${document.issuedOn}T00:00:00Z`) / 1000,
        logo: document.logo?.bytes,
        xml: whyNotExpressible(document) ? undefined : renderInvoiceXml(document),
      };
      const threads = await (opened ??= open());
      if (threads.queueSize >= waiting) {
        throw new InvoiceQueueError('Too many documents are waiting');
      }
      const signal = AbortSignal.timeout(TIME_LIMIT_MS);
      return (await threads.run(invoice, { signal })) as Uint8Array<ArrayBuffer>;
    },
    async close() {
      await (await opened)?.destroy();
    },
  };
}
