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
} from 'react-router';
// oxlint-disable-next-line import/default -- The default is the script that the build makes of it.
import firstScript from './entry.first.tsx?inline-script';
import bricolage from './ui/fonts/bricolage-grotesque.woff2?url';
import instrument from './ui/fonts/instrument-sans.woff2?url';
import type { Route } from './+types/root.ts';
import { hostContext, requestContext } from './host.ts';
import { directionOf } from './platform/languages.ts';
import { keepPage, useShownPage } from './ui/form/keep-page.ts';
import { choicesOf } from './orders/payment/choices.ts';
import { PAY_LABELS } from './orders/payment/ways.ts';
import type { ChatWords } from './conversation/wire/chat-words.ts';
import { chatWordsOf } from './routes/chat-words.server.ts';
import { shortTitle } from './marketplace/short-title.ts';
import { redirectToCanonicalPath } from './routes/canonical.server.ts';
import { formatsNow, languageNow, say, speechIn } from './platform/say.ts';
import { isSecretAddress } from './platform/secret-address.ts';
import { ErrorPage } from './ui/error-page.tsx';
import { logoOf, type Site } from './layouts/use-site.ts';
import type { ShopLogo } from './marketplace/content/content.ts';
import { logoPath } from './marketplace/photos/photo.ts';
import { startsOnIntent } from './routes/public/starts.ts';
import { useHandOver } from './ui/intent/use-hand-over.ts';
import { useNonce } from './ui/nonce.ts';
import { PageProgress } from './ui/page-progress.tsx';
import { useAnew } from './ui/use-anew.ts';
import './app.css';

/** The log and the metrics speak of patterns: paths are countless, and some hold ids. */
const nameRoute: Route.MiddlewareFunction = ({ context, pattern }) => {
  context.get(requestContext).route = pattern;
};

export const middleware: Route.MiddlewareFunction[] = [nameRoute, redirectToCanonicalPath];

/** A page that one is led to says what it says once its words are here. */
const learnWordsOfPage: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  if (languageNow() !== 'en') {
    // A page without its Spanish words is better than no page.
    await import('./routes/learn-place.ts')
      .then(({ learnPlace }) => learnPlace(new URL(request.url).pathname))
      .catch(() => undefined);
  }
  return next();
};

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [learnWordsOfPage, keepPage];

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: bricolage, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: instrument, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

/** The words of the chat are for the pages that have one. */
export type RootData = Site & { readonly chat: ChatWords };

/** What every page says about this installation. */
export function loader({ context }: Route.LoaderArgs): RootData {
  const { settings, clock, catalogue } = context.get(hostContext);
  const { languages } = settings;
  const logo = catalogue.words.logo();
  return {
    brandName: settings.brandName,
    origin: settings.origin,
    paymentUrl: settings.paymentUrl,
    payLabel: choicesOf(settings)[0]?.label ?? PAY_LABELS.link,
    year: clock.now().getFullYear(),
    headline: catalogue.words.home(languageNow()).headline,
    sections: catalogue.sections.map(({ id, title }) => ({
      path: `/services/${id}`,
      label: shortTitle(title),
    })),
    brandColour: catalogue.words.brandColour(),
    ...(logo && { logo }),
    // What most shops have no need to say.
    ...(languages.offered.length > 1 && { languages }),
    chat: chatWordsOf(catalogue.words, languageNow()),
  };
}

// What the operator set does not change while a page is open, but by the person who changes it.
export const shouldRevalidate: ShouldRevalidateFunction = ({ formAction }) =>
  formAction?.startsWith('/team/settings') ?? false;

/** The shop's colour, or that of a page's preview; none beside a page that could not be made. */
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
  // Trusted Types let no script be made here: a page that tried would stay white. None is needed twice.
  const anew = useAnew();
  useHandOver();
  return (
    // The script below sets the theme and the header's ground before React compares.
    <html
      lang={languageNow()}
      // Left to right is what a page without it is.
      dir={directionOf(languageNow()) === 'rtl' ? 'rtl' : undefined}
      data-formats={formatsNow() === speechIn(languageNow()).formats ? undefined : formatsNow()}
      // A preview comes in the theme that was asked for.
      data-theme={anew?.theme ?? /^\/preview\/(light|dark)\//.exec(location.pathname)?.[1]}
      data-starts={startsOnIntent(matches) ? 'on-intent' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Which of them counts says the script below where somebody has chosen. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf9f5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c1020" />
        {/* Without a referrer at all, as the header asks, a form sent without JavaScript would not
            say which site it comes from, and be refused. The origin tells nothing of the secret. */}
        {isSecretAddress(location) && <meta name="referrer" content="strict-origin" />}
        {!anew && (
          <script
            nonce={nonce}
            dangerouslySetInnerHTML={{ __html: firstScript }}
            suppressHydrationWarning
          />
        )}
        <Meta />
        {/* A link needs no nonce, and one in the page would differ from what React expects. */}
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

/** What a tab and a telephone show of the shop. */
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
    <ErrorPage title={say('Page not found')} text={say('This page has drifted away.')} />
  ) : (
    <ErrorPage
      title={say('Something went wrong')}
      text={say('The fault is on our side. Please try again in a moment.')}
    />
  );
}
