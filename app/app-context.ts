import { createContext, RouterContextProvider, type StaticHandlerContext } from 'react-router';
import type { InvoiceRenderer } from './billing/invoice-document/render-invoice-pdf.server.ts';
import type { ChatContext, KnownDesk, VisitorSockets } from './chat/server/chat-context.server.ts';
import type { Files } from './files/server/open-files.server.ts';
import type { InboundMail } from './inbound-email/server/open-inbound-mail.server.ts';
import type { Captcha } from './platform/captcha.server.ts';
import type { SettingTexts } from './platform/changeable-settings.ts';
import type { Mail } from './platform/email/mail.ts';
import type { PublicationContext } from './shop/live-catalogue.server.ts';
import type { KnownAnswers } from './api/server/answer-api.server.ts';
import type { PushSender } from './notifications/server/push/push-sender.server.ts';
import type { Processes } from './platform/processes.ts';
import type { RateLimits } from './platform/rate-limit.ts';
import type { Module } from './platform/module.ts';
import type { Language } from './platform/languages.ts';
import type { Speech } from './i18n/translate.ts';
import type { Settings } from './platform/settings.server.ts';
import type { Auth } from './accounts/server/sign-in/auth.server.ts';
import type { MemberSockets } from './accounts/server/sessions/sessions.server.ts';
import type { TargetPolicy } from './platform/outgoing/target.server.ts';

/**
 * The app context: everything that the process opens once and every request uses. The server's modules exist
 * twice, loaded by Node and in Vite's bundle; this object gives the bundle the opened instances.
 */
export interface AppContext
  extends ChatContext, PublicationContext, MemberSockets, VisitorSockets, KnownDesk, KnownAnswers {
  readonly auth: Auth;
  /** The current settings. Read them in each request and never store them. */
  readonly settings: Settings;
  readonly settingsAtStart: SettingTexts;
  readonly mail: Mail;
  readonly captcha: Captcha;
  readonly limits: RateLimits;
  readonly webhooks: {
    /** The allowed targets of webhooks on this installation. */
    readonly policy: TargetPolicy;
  };
  /** Stores and scans files. */
  readonly files: Files;
  readonly inboundMail: InboundMail;
  readonly invoiceRenderer: InvoiceRenderer;
  /** Sends notifications to the push services of the agents' browsers. */
  readonly push: PushSender;
  /** Signs small cookies that are not sessions. */
  readonly cookieSecret: string;
  /** Tells if a visitor has one of these conversations open, on any process. */
  readonly isAnybodyIn: (conversationIds: readonly string[]) => Promise<boolean>;
  /** Tells if this member has the dashboard in front, on any process. */
  readonly isInFront: (memberId: string) => Promise<boolean>;
  /** Renders a page in another thread than the chat's. If undefined, pages are rendered in the main thread. */
  readonly renderElsewhere?: (page: PageToRender) => Promise<Uint8Array<ArrayBuffer>>;
  /** An admin saved settings. When the promise resolves, they apply in this process, and soon in the others. */
  readonly takeSavedSettings: () => Promise<void>;
  /** Tells for each module what personal data it holds and when it expires. */
  readonly modules: readonly Pick<
    Module<AppContext, never>,
    'holding' | 'expiries' | 'reset' | 'moneyKinds'
  >[];
  /** Connects the processes of this installation. */
  readonly processes: Processes;
}

export interface PageToRender {
  readonly url: string;
  readonly nonce: string;
  /** The language of the page and its path prefix. */
  readonly speech: Speech;
  readonly prefix: string;
  /** The results of loaders and actions, which must be cloneable. */
  readonly data: Pick<StaticHandlerContext, 'loaderData' | 'actionData' | 'errors'>;
  /** The same, in the chunks that the browser receives. */
  readonly handOver: readonly Uint8Array[];
}

export interface RequestInfo {
  readonly id: string;
  /** The client's IP address, as far as trusted proxies report it. */
  readonly address: string;
  /** The CSP nonce for the inline scripts of this response. */
  readonly nonce: string;
  /** The overview's search text, which the URL replaces by a placeholder; see `search-pages.ts`. */
  searched?: string;
  /** The language of the response; defaults to English. */
  language?: Language;
  /** The language of a member who makes the request or signs in; the shop's texts stay in `language`. */
  reader?: Language;
  /** The path prefix of pages in this language: '' or '/es'. */
  prefix?: string;
  /** The redirect target of a page in a language that the shop has removed. */
  movedTo?: string;
  /** Set by the pages for log and metrics: the pattern of the matched route. */
  route?: string;
  /** Set by the pages: 'member ID' or 'browser ID', never a name or email address. */
  who?: string;
  /** Set by the pages: the request failed because the database is temporarily unavailable. */
  isDatabaseAway?: boolean;
  /** Set by the server: the reasons why uploaded files were not stored. */
  fileProblems?: readonly string[];
  /** Set by the server: the queue was full, which is temporary. */
  isBusy?: boolean;
}

export const appContextKey = createContext<AppContext>();
export const requestContext = createContext<RequestInfo>();

export function createLoadContext(
  appContext: AppContext,
  request: RequestInfo,
): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(appContextKey, inLanguage(appContext, request.language));
  context.set(requestContext, request);
  return context;
}

/** Returns an app context whose catalogue is in the request's language. */
export function inLanguage(appContext: AppContext, language?: Language): AppContext {
  if (language === undefined || language === appContext.catalogue.language) return appContext;
  return Object.create(appContext, {
    catalogue: {
      get: () => appContext.catalogue.in(language, appContext.settings.languages.offered),
    },
  }) as AppContext;
}

export interface RouteArgs {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
}
