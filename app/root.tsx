import { useState } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
} from 'react-router';
// oxlint-disable-next-line import/default -- The default is the script that the build makes of it.
import firstScript from './entry.first.tsx?inline-script';
import bricolage from './ui/fonts/bricolage-grotesque.woff2?url';
import instrument from './ui/fonts/instrument-sans.woff2?url';
import type { Route } from './+types/root.ts';
import { appContextKey, requestContext } from './app-context.ts';
import { directionOf } from './platform/languages.ts';
import { keepPage, useShownPage } from './ui/form/keep-page.ts';
import {
  choicesOfOrder,
  paymentLinkOf,
  paymentMarksOf,
} from './orders/server/payment/payment-choices.server.ts';
import type { ChatWords } from './chat/protocol/chat-words.ts';
import { chatWordsOf } from './routing/chat-words.server.ts';
import { shortTitle } from './shop/short-title.ts';
import { redirectToCanonicalPath } from './routing/canonical.server.ts';
import { loadMessages } from './i18n/load-messages.ts';
import { formatsNow, languageNow, t, speechIn } from './i18n/translate.ts';
import { isSecretAddress } from './platform/secret-address.ts';
import { ErrorPage } from './ui/empty-state.tsx';
import { logoOf, type Site } from './shop/layout/use-site.ts';
import type { ShopLogo } from './catalogue/protocol/content.ts';
import { marksOf } from './platform/lang-of.ts';
import { logoPath } from './catalogue/protocol/photo.ts';
import { startsOnIntent } from './shop/pages/starts.ts';
import { useHandOver } from './ui/intent/use-hand-over.ts';
import { useNonce } from './ui/nonce.ts';
import { useHydrated } from './ui/use-hydrated.ts';
import './app.css';

/** Log and metrics use route patterns, because paths are unlimited and some contain ids. */
const nameRoute: Route.MiddlewareFunction = ({ context, pattern }) => {
  context.get(requestContext).route = pattern;
};

export const middleware: Route.MiddlewareFunction[] = [nameRoute, redirectToCanonicalPath];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage];

export const handle = { messages: await loadMessages('ui') };

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: bricolage, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: instrument, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

/** The chat's texts are for the pages that have a chat. */
export type RootData = Site & { readonly chat: ChatWords };

export function loader({ context }: Route.LoaderArgs): RootData {
  const { settings, clock, catalogue } = context.get(appContextKey);
  const { languages } = settings;
  const logo = catalogue.words.logo();
  const paymentLink = paymentLinkOf(settings);
  const home = catalogue.words.home(languageNow());
  return {
    brandName: settings.brandName,
    origin: settings.origin,
    ...(paymentLink && { paymentLink }),
    payLabel: choicesOfOrder(settings)[0]?.label ?? t('Your account'),
    marks: paymentMarksOf(settings),
    year: clock.now().getFullYear(),
    headline: home.headline,
    ...marksOf(home, 'headline'),
    sections: catalogue.filledSections.map(({ id, title, fallbacks }) => ({
      path: `/services/${id}`,
      label: shortTitle(title),
      ...marksOf({ fallbacks }, 'title'),
    })),
    brandColour: catalogue.words.brandColour(),
    ...(logo && { logo }),
    ...(catalogue.words.imprint(languageNow()) && { hasImprint: true }),
    // Most shops have one language and omit this.
    ...(languages.offered.length > 1 && { languages }),
    chat: chatWordsOf(catalogue.words, languageNow()),
  };
}

// The name and the brand do not change while a page is open, unless this user changes them.
const CHANGES_THE_SHOP = /^\/team\/(?:settings|(?:content|catalogue)\/(?:publish|history))/;

export const shouldRevalidate: ShouldRevalidateFunction = ({ formAction = '' }) =>
  CHANGES_THE_SHOP.test(formAction);

/** Returns the shop's colour or that of a preview; '' for a page that failed to load. */
function brandColourOf(matches: readonly { readonly loaderData?: unknown }[]): string {
  const colours = matches.map(
    ({ loaderData }) => (loaderData as Partial<Site> | undefined)?.brandColour,
  );
  return colours.findLast((colour) => colour !== undefined) ?? '';
}

export function Layout({ children }: { children: React.ReactNode }) {
  const location = useLocation();
  const nonce = useNonce();
  const matches = useMatches();
  const colour = brandColourOf(matches);
  // Trusted Types would block scripts created here and leave the page blank. A page rendered anew has already
  // run them.
  const anew = useAnew();
  const hasFailed = useRouteError() instanceof Error;
  useHandOver();
  return (
    // The script below sets the theme and scroll state before hydration, hence `suppressHydrationWarning`.
    <html
      lang={languageNow()}
      // Left to right is the default, so it needs no attribute.
      dir={directionOf(languageNow()) === 'rtl' ? 'rtl' : undefined}
      data-formats={formatsNow() === speechIn(languageNow()).formats ? undefined : formatsNow()}
      // A preview has the theme that its URL asks for.
      data-theme={anew?.theme ?? /^\/preview\/(light|dark)\//.exec(location.pathname)?.[1]}
      data-starts={startsOnIntent(matches) ? 'on-intent' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* If the visitor has chosen a theme, the script below selects one of these. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf9f5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c1020" />
        {/* The response header forbids referrers, but then a form sent without JavaScript would name no
            origin and be refused. The origin alone does not reveal the secret in the URL. */}
        {isSecretAddress(location) && <meta name="referrer" content="strict-origin" />}
        {!anew && (
          <script
            nonce={nonce}
            dangerouslySetInnerHTML={{ __html: firstScript }}
            suppressHydrationWarning
          />
        )}
        {/* The title itself may have failed, and a second error would leave the page blank. */}
        {hasFailed ? <title>{t('Something went wrong')}</title> : <Meta />}
        {/* A stylesheet link needs no nonce, and the browser's hidden nonce would cause a hydration mismatch. */}
        <Links nonce="" />
        <Icons logo={logoOf(matches)} />
        {colour !== '' && <link rel="stylesheet" href={`/brand/${colour.slice(1)}`} />}
      </head>
      <body>
        {children}
        {!anew && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

function Icons({ logo }: { readonly logo: ShopLogo | undefined }) {
  if (logo) {
    return (
      <>
        <link rel="icon" href={logoPath(logo, 'icon32.png')} sizes="32x32" type="image/png" />
        <link rel="icon" href={logoPath(logo, 'icon192.png')} sizes="192x192" type="image/png" />
        <link rel="apple-touch-icon" href={logoPath(logo, 'touch.png')} />
      </>
    );
  }
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );
}

export default function Root() {
  useShownPage();
  return (
    <>
      <PageProgress />
      <Outlet />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return isMissing ? (
    <ErrorPage title={t('Page not found')} text={t('This page has drifted away.')} />
  ) : (
    <ErrorPage
      title={t('Something went wrong')}
      text={t('The problem is on our side. Try again in a moment.')}
    />
  );
}

/**
 * Shows a progress bar while the next page loads. Pages that load within 150 ms show none (`app.css`). The
 * bar is hidden from screen readers.
 */
function PageProgress() {
  const { state, formMethod } = useNavigation();
  // A form shows its progress on its own button.
  const isLeaving = state === 'loading' && formMethod === undefined;
  return isLeaving ? (
    <div aria-hidden="true" data-testid="page-progress" className="page-progress" />
  ) : null;
}

/**
 * Returns the current theme if React renders the whole page anew: after an error at the root or a hydration
 * mismatch. Returns undefined for the page rendered by the server.
 */
function useAnew(): { readonly theme: string | undefined } | undefined {
  const isMade = useHydrated();
  // The first value is kept, because hydration itself must not count as a new rendering.
  const [anew] = useState(() =>
    isMade ? { theme: document.documentElement.dataset.theme } : undefined,
  );
  return anew;
}
