import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import type { VersionView } from '../../protocol/proof.ts';
import { OpacitySlider } from './opacity-slider.tsx';
import { usePdf } from './open-pdf.ts';
import { PdfPage } from './pdf-page.tsx';
import { PdfPager, PdfState, Zoomed } from './pdf-viewer.tsx';

interface ComparePdfsProps {
  /** The older version first. */
  readonly versions: readonly [VersionView, VersionView];
  readonly basePath: string;
  readonly isOverlaid: boolean;
}

/** The same page of two versions, side by side or overlaid. */
export function ComparePdfs({ versions, basePath, isOverlaid }: ComparePdfsProps) {
  const [page, setPage] = useState(1);
  const [opacity, setOpacity] = useState(50);
  const [before, after] = versions;
  const first = usePdf(`${basePath}/files/${before.file.id}`);
  const second = usePdf(`${basePath}/files/${after.file.id}`);
  if (first.state !== 'open') return <PdfState opened={first} />;
  if (second.state !== 'open') return <PdfState opened={second} />;
  const show = (version: VersionView, document: PDFDocumentProxy, width: number) =>
    page > document.numPages ? (
      <p className="text-ink-2">
        {t('Delivery {number} has no page {page}.', { number: version.delivery, page })}
      </p>
    ) : (
      <PdfPage
        document={document}
        number={page}
        width={width}
        label={t('{name}, delivery {number}, page {page}', {
          name: version.file.name,
          number: version.delivery,
          page,
        })}
        {...(isOverlaid && version === after && { opacity: opacity / 100 })}
      />
    );
  return (
    <>
      <PdfPager
        count={Math.max(first.document.numPages, second.document.numPages)}
        page={page}
        onPage={setPage}
      />
      {isOverlaid ? (
        <>
          <OpacitySlider of={after} opacity={opacity} onOpacity={setOpacity} />
          <Zoomed>
            {(width) => (
              <div className="relative">
                <div className="absolute inset-x-0 top-0">
                  {show(before, first.document, width)}
                </div>
                <div className="relative">{show(after, second.document, width)}</div>
              </div>
            )}
          </Zoomed>
        </>
      ) : (
        <div className="grid gap-6 md:grid-cols-2">
          {(
            [
              [before, first.document],
              [after, second.document],
            ] as const
          ).map(([version, document]) => (
            <figure key={version.file.id} className="min-w-0">
              <figcaption className="mb-2 font-semibold">
                {t('Delivery {number}', { number: version.delivery })}
              </figcaption>
              <Zoomed>{(width) => show(version, document, width)}</Zoomed>
            </figure>
          ))}
        </div>
      )}
    </>
  );
}
