import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { isNamed } from './open-pdf.ts';

interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  /** From 1. */
  readonly number: number;
  readonly label: string;
  /** CSS pixels. */
  readonly width: number;
  readonly opacity?: number;
  /** Receives the words of the page, for readers who do not see it. */
  readonly onText?: (text: string) => void;
}

/** Safari on phones shows nothing above this number of pixels. */
const PIXELS_AT_MOST = 16_000_000;

/** Draws one page. The former page stays until the next one is complete, so that nothing flickers. */
export function PdfPage(props: PdfPageProps) {
  const { document, number, label, width, opacity, onText } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (width === 0) return undefined;
    const ending = new AbortController();
    const show = async () => {
      const page = await document.getPage(number);
      if (ending.signal.aborted || !canvas.current) return;
      await drawPage(page, canvas.current, width, ending.signal);
      setHasFailed(false);
      const { items } = await page.getTextContent();
      if (!ending.signal.aborted) {
        const texts = items.map((item) =>
          'str' in item ? item.str + (item.hasEOL ? '\n' : '') : '',
        );
        onText?.(texts.join('').trim());
      }
    };
    show().catch((error: unknown) => {
      if (ending.signal.aborted || isNamed(error, 'RenderingCancelledException')) return;
      setHasFailed(true);
    });
    return () => ending.abort();
  }, [document, number, width, onText]);
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        // The proportions of most pages, until the page is drawn.
        width={1000}
        height={1414}
        className="block h-auto rounded-[10px] bg-white ring-1 ring-line"
        // The policy of pages forbids inline styles; these are set by the script.
        style={{ width, opacity }}
      />
      {hasFailed && (
        <p role="alert" className="absolute inset-x-4 top-4 rounded-[10px] bg-surface p-4">
          {t('This page can’t be shown here. Download the file to read it.')}
        </p>
      )}
    </>
  );
}

async function drawPage(
  page: PDFPageProxy,
  target: HTMLCanvasElement,
  width: number,
  signal: AbortSignal,
): Promise<void> {
  const base = page.getViewport({ scale: 1 });
  const height = Math.round((base.height * width) / base.width);
  const density = Math.min(
    Math.max(1, window.devicePixelRatio),
    Math.sqrt(PIXELS_AT_MOST / (width * height)),
  );
  const hidden = window.document.createElement('canvas');
  hidden.width = Math.floor(width * density);
  hidden.height = Math.floor(height * density);
  const task: RenderTask = page.render({
    canvas: hidden,
    viewport: page.getViewport({ scale: hidden.width / base.width }),
  });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
  target.width = hidden.width;
  target.height = hidden.height;
  target.getContext('2d')?.drawImage(hidden, 0, 0);
}
