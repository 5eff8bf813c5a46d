import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';

export type OpenedPdf =
  | { readonly state: 'opening'; /** From 0 to 1, or undefined. */ readonly progress?: number }
  | { readonly state: 'open'; readonly document: PDFDocumentProxy }
  | { readonly state: 'failed'; readonly isProtected: boolean };

/** Decoded pictures above this number of pixels are left out, because they would exhaust the memory of phones. */
const PIXELS_OF_A_PICTURE = 100_000_000;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): URL };
}

type Policy = ReturnType<TrustedTypes['createPolicy']>;
/** A second policy of the same name would be refused. */
let policy: Policy | undefined;

/** Opens a document in the browser and closes it with the component. Loads PDF.js first. */
export function usePdf(path: string): OpenedPdf {
  const [opened, setOpened] = useState<OpenedPdf>({ state: 'opening' });
  useEffect(() => {
    const ending = new AbortController();
    setOpened({ state: 'opening' });
    // PDF.js also reports the parts that it fetches later.
    const report = (progress: number) =>
      setOpened((last) => (last.state === 'opening' ? { state: 'opening', progress } : last));
    openPdf(path, ending.signal, report).then(
      (document) => {
        if (!ending.signal.aborted) setOpened({ state: 'open', document });
      },
      (error: unknown) => {
        if (ending.signal.aborted) return;
        setOpened({ state: 'failed', isProtected: isNamed(error, 'PasswordException') });
      },
    );
    return () => ending.abort();
  }, [path]);
  return opened;
}

async function openPdf(
  path: string,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<PDFDocumentProxy> {
  const { getDocument, PDFWorker, version } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  signal.throwIfAborted();
  const files = `/assets/pdfjs-${version}/`;
  const port = startWorker(`${files}worker.js`);
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    url: path,
    worker,
    // Only the parts that are shown are fetched, so that a long document costs little on a phone.
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    useWasm: false,
    maxImageSize: PIXELS_OF_A_PICTURE,
  });
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
    if (!signal.aborted && total > 0) onProgress(Math.min(1, loaded / total));
  };
  signal.addEventListener('abort', () => {
    // The port of a worker that we started is not ended by PDF.js.
    void task.destroy().finally(() => port.terminate());
  });
  // A worker that cannot be loaded says nothing else.
  const failed = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', () => reject(new Error('The worker of PDF.js did not start')));
  });
  return Promise.race([task.promise, failed]);
}

/** Pages start no workers but those of the product: the policy accepts no other path. */
function startWorker(path: string): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('pdf-worker', {
    createScriptURL: (url) => {
      if (!/^\/assets\/pdfjs-[\d.]+\/worker\.js$/.test(url)) throw new TypeError(url);
      return url;
    },
  });
  return new Worker(policy?.createScriptURL(path) ?? path, { type: 'module' });
}

export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
