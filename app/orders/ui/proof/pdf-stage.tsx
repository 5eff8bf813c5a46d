import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FileView } from '../../../chat/protocol/files.ts';
import { t } from '../../../i18n/translate.ts';
import { usePdf } from './open-pdf.ts';
import { PdfPage } from './pdf-page.tsx';
import { pageIn, PdfPager, PdfState, Zoomed } from './pdf-viewer.tsx';
import { PinLayer, type PinLayerProps } from './pin-layer.tsx';

interface PdfStageProps extends Pick<PinLayerProps, 'comments' | 'point' | 'onPoint' | 'onChosen'> {
  readonly file: FileView;
  readonly path: string;
  /** The page that is shown, from 1. */
  readonly page: number;
  /** Reports the page that is shown, and the first one once the document is open. */
  readonly onPage: (page: number) => void;
}

/** Shows a document page by page, with the comments of the page that is shown. */
export function PdfStage(props: PdfStageProps) {
  const opened = usePdf(props.path);
  if (opened.state !== 'open') return <PdfState opened={opened} />;
  return <OpenDocument {...props} document={opened.document} />;
}

function OpenDocument(props: PdfStageProps & { readonly document: PDFDocumentProxy }) {
  const { document, file, comments, onPage, ...pins } = props;
  const [text, setText] = useState('');
  const page = pageIn(document, props.page);
  const report = useEffectEvent(() => onPage(page));
  useEffect(() => report(), [page]);
  return (
    <section aria-label={file.name}>
      <PdfPager count={document.numPages} page={page} onPage={onPage} />
      <Zoomed>
        {(width) => (
          <PinLayer
            {...pins}
            comments={comments.filter(({ position }) => position.page === page)}
            page={page}
            label={t('Choose a point of the page')}
            hint={t(
              'Press a point of the page to comment there. With the keyboard, move with the arrow keys (Shift for larger steps), then press Enter.',
            )}
          >
            <PdfPage
              document={document}
              number={page}
              width={width}
              label={t('{name}, page {page}', { name: file.name, page })}
              onText={setText}
            />
          </PinLayer>
        )}
      </Zoomed>
      {text !== '' && (
        <details className="mt-3">
          <summary className="link opener">{t('Text of this page')}</summary>
          <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text}
          </p>
        </details>
      )}
    </section>
  );
}
