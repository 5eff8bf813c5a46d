import { preloadModule } from 'react-dom';
import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext } from 'react-router';
import { messageFiles } from '../i18n/message-files.server.ts';
import { isTeamCatalogue } from '../i18n/team-catalogues.ts';
import { languageNow } from '../i18n/translate.ts';
import { SOURCE_LANGUAGE } from '../platform/languages.ts';
import { NonceContext } from '../ui/nonce.ts';
import { startAfterPaint } from '../ui/start-after-paint.server.ts';
import { isForVisitors } from '../shop/pages/starts.ts';
import {
  accountManifestPath,
  isOfAccount,
  isPreview,
  visitorsManifestPath,
} from './visitors-manifest.ts';

/** A route module exports the names of the catalogues that it has loaded. */
interface MessagesHandle {
  readonly messages: readonly string[];
}

/** The promise rejects with the error that a component threw. */
export async function renderDocument(
  entryContext: EntryContext,
  url: string,
  nonce: string,
): Promise<string> {
  let failed: unknown;
  const page = await renderToReadableStream(
    <NonceContext value={nonce}>
      <Document entryContext={entryContext} url={url} nonce={nonce} />
    </NonceContext>,
    {
      nonce,
      // The setting disables streaming of hidden parts that a script moves into place, so that the page is readable
      // without JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failed = error;
      },
    },
  );
  await page.allReady;
  if (failed) throw failed;
  return startAfterPaint(await new Response(page).text());
}

interface DocumentProps {
  readonly entryContext: EntryContext;
  readonly url: string;
  readonly nonce: string;
}

/** The files of the page's messages are named among its scripts, which the browser fetches before it runs any. */
function Document({ entryContext, url, nonce }: DocumentProps) {
  for (const file of messageFilesOf(entryContext)) preloadModule(file, { as: 'script' });
  return <ServerRouter context={forWhom(entryContext)} url={url} nonce={nonce} />;
}

function messageFilesOf({ staticHandlerContext }: EntryContext): string[] {
  const language = languageNow();
  if (language === SOURCE_LANGUAGE) return [];
  const names = staticHandlerContext.matches.flatMap(
    ({ route }) => (route.handle as Partial<MessagesHandle> | undefined)?.messages ?? [],
  );
  const lists = names.some(isTeamCatalogue) ? ['list', 'team-list'] : ['list'];
  const files = [...lists, ...new Set(names.map((name) => `${language}/${name}`))];
  return files.flatMap((name) => messageFiles[name] ?? []);
}

/** Visitors and clients get a route manifest without the team's routes (visitors-manifest.ts). */
function forWhom(entryContext: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entryContext;
  const routes = staticHandlerContext.matches.map(({ route }) => route);
  if (routes.some(({ id }) => isOfAccount(id))) return withManifest(accountManifestPath);
  if (!isForVisitors(routes) || routes.some(({ id }) => isPreview(id))) return entryContext;
  return withManifest(visitorsManifestPath);

  function withManifest(pathOf: (path: string) => string): EntryContext {
    return { ...entryContext, manifest: { ...manifest, url: pathOf(manifest.url) } };
  }
}

/** The loader data stays encoded as the browser receives it. */
export async function collectHandOver(entryContext: EntryContext): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  if (entryContext.serverHandoffStream)
    for await (const chunk of entryContext.serverHandoffStream) pieces.push(chunk);
  return pieces;
}
