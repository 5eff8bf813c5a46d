import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { t } from '../../../i18n/translate.ts';
import { Notice } from '../../../ui/form/notice.tsx';
import type { OpenedPdf } from './open-pdf.ts';

/** Says what happens until a document is open, or why it cannot be shown. */
export function PdfState({ opened }: { readonly opened: Exclude<OpenedPdf, { state: 'open' }> }) {
  if (opened.state === 'failed') {
    return (
      <Notice kind="error">
        {opened.isProtected
          ? t('This document is protected by a password. Download it to read it.')
          : t('This document can’t be shown here. Download it to read it.')}
      </Notice>
    );
  }
  return (
    <div
      role="status"
      className="grid min-h-48 [@media(scripting:none)]:hidden place-content-center gap-3 text-ink-2"
    >
      {t('The document is being opened…')}
      <progress value={opened.progress} className="max-w-60" />
    </div>
  );
}

interface PdfPagerProps {
  readonly count: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Turns pages. The buttons are never disabled while they have the focus, or the keyboard would lose its place. */
export function PdfPager({ count, page, onPage }: PdfPagerProps) {
  const turn = (to: number) => onPage(Math.min(count, Math.max(1, to)));
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <button
        type="button"
        className="button button-line button-small"
        aria-disabled={page === 1}
        onClick={() => turn(page - 1)}
      >
        {t('Previous page')}
      </button>
      <p role="status" className="px-1 text-[15px] tabular-nums">
        {t('Page {page} of {count}', { page, count })}
      </p>
      <button
        type="button"
        className="button button-line button-small"
        aria-disabled={page === count}
        onClick={() => turn(page + 1)}
      >
        {t('Next page')}
      </button>
    </div>
  );
}

const ZOOMS = [1, 1.5, 2, 3] as const;

interface ZoomedProps {
  /** Receives the width of the page in CSS pixels. */
  readonly children: (width: number) => ReactNode;
}

/** Fits a page into the column, or enlarges it within a box that scrolls. */
export function Zoomed({ children }: ZoomedProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [zoom, setZoom] = useState<number>(ZOOMS[0]);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([measured]) => {
      if (measured) setWidth(Math.floor(measured.contentRect.width));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <fieldset className="mb-3 flex flex-wrap items-center gap-2">
        <legend className="sr-only">{t('Size of the page')}</legend>
        {ZOOMS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === zoom}
            onClick={() => setZoom(one)}
            className="button button-line button-small tabular-nums aria-pressed:border-primary aria-pressed:underline"
          >
            {one === 1 ? t('Fit') : t('{value} %', { value: one * 100 })}
          </button>
        ))}
      </fieldset>
      <div
        ref={box}
        dir="ltr"
        // A box that scrolls must be reachable by keyboard.
        tabIndex={zoom > 1 ? 0 : undefined}
        role={zoom > 1 ? 'group' : undefined}
        aria-label={zoom > 1 ? t('Enlarged page') : undefined}
        className={`relative ${zoom > 1 ? 'max-h-[80vh] overflow-auto overscroll-contain rounded-[10px]' : ''}`}
      >
        {width > 0 && children(width * zoom)}
      </div>
    </>
  );
}

/** A page that is typed or linked but does not exist shows the last one. */
export function pageIn(document: PDFDocumentProxy, page: number): number {
  return Math.min(document.numPages, Math.max(1, page));
}
