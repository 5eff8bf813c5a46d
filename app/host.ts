import { createContext, RouterContextProvider } from 'react-router';
import type { ChatHost, KnownDesk, VisitorSockets } from './conversation/chat-host.server.ts';
import type { Files } from './files/open-files.server.ts';
import type { InboundMail } from './inbound-mail/open-inbound-mail.server.ts';
import type { Captcha } from './platform/captcha.server.ts';
import type { SettingTexts } from './platform/changeable-settings.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { PublicationHost } from './marketplace/publish/publication-host.ts';
import type { KnownAnswers } from './reach/api/answer-api.server.ts';
import type { PushSender } from './reach/push/push-sender.server.ts';
import type { Processes } from './platform/processes.ts';
import type { RateLimits } from './platform/rate-limit.ts';
import type { Room } from './platform/room.ts';
import type { Language } from './platform/languages.ts';
import type { Speech } from './platform/say.ts';
import type { Settings } from './platform/settings.server.ts';
import type { Auth } from './team/accounts/auth.server.ts';
import type { MemberSockets } from './team/sessions/sessions.server.ts';
import type { TargetPolicy } from './platform/outgoing/target.server.ts';

/**
 * What the process opens once and every request uses. The server's modules exist twice, once
 * loaded by Node and once in Vite's bundle; this object is how the bundle gets the opened ones.
 */
export interface Host
  extends ChatHost, PublicationHost, MemberSockets, VisitorSockets, KnownDesk, KnownAnswers {
  readonly auth: Auth;
  /** Those in force at this moment: asked for in each request, never kept. */
  readonly settings: Settings;
  /** What the changeable settings were at start. */
  readonly settingsAtStart: SettingTexts;
  readonly mail: Mail;
  readonly captcha: Captcha;
  readonly limits: RateLimits;
  readonly webhooks: {
    /** Where webhooks may go on this installation. */
    readonly policy: TargetPolicy;
  };
  /** Where files are kept, and what looks at them. */
  readonly files: Files;
  /** Reads mails that come in. */
  readonly inboundMail: InboundMail;
  /** Hands notifications to the push services of the team's browsers. */
  readonly push: PushSender;
  /** Signs small cookies that are not sessions. */
  readonly cookieSecret: string;
  /** Whether a visitor has one of these conversations open, on any process. */
  readonly isAnybodyIn: (conversationIds: readonly string[]) => Promise<boolean>;
  /** Whether this person of the team has the dashboard in front of them, on any process. */
  readonly isInFront: (memberId: string) => Promise<boolean>;
  /** Renders a page away from the thread of the chat; without it pages are rendered in place. */
  readonly renderElsewhere?: (page: PageToRender) => Promise<Uint8Array<ArrayBuffer>>;
  /** An admin saved settings: they are in force here when it resolves, soon on the others. */
  readonly takeSavedSettings: () => Promise<void>;
  /** What each room holds about a person, and does not keep for ever. */
  readonly rooms: readonly Pick<Room<Host, never>, 'holding' | 'expiries' | 'reset'>[];
  /** What the processes of this installation tell one another. */
  readonly processes: Processes;
}

/** All that a page is rendered from. */
export interface PageToRender {
  readonly url: string;
  readonly nonce: string;
  /** In which it is rendered, and what stands in front of its paths. */
  readonly speech: Speech;
  readonly prefix: string;
  /** What the routes found out, in the pieces in which the browser gets it. */
  readonly handOver: readonly Uint8Array[];
}

/** What belongs to one request. */
export interface RequestInfo {
  readonly id: string;
  /** The client's address, as far as trusted proxies vouch for it. */
  readonly address: string;
  /** For the inline scripts of this answer. */
  readonly nonce: string;
  /** What the overview is asked to find, where a mark stands for it in the address; `search-pages.ts`. */
  searched?: string;
  /** In which the answer is given; English where nothing else is said. */
  language?: Language;
  /** … but to whoever of the team asks, or signs in: the shop's texts stay in the language above. */
  reader?: Language;
  /** What stands in front of the paths of pages in it: '' or '/es'. */
  prefix?: string;
  /** Where a page leads that is still open in a language which the shop gave up. */
  movedTo?: string;
  /** Filled in by the pages, for the log and the metrics: the pattern of the route that answers … */
  route?: string;
  /** … and who asks: 'member ID' or 'browser ID', never a name or an e-mail address. */
  who?: string;
  /** … and that it failed because the database is away, which passes. */
  isDatabaseAway?: boolean;
  /** Filled in by the server: what of a form's files was not kept, and why. */
  fileProblems?: readonly string[];
  /** … that there was no room to wait in, which passes, too. */
  isBusy?: boolean;
}

export const hostContext = createContext<Host>();
export const requestContext = createContext<RequestInfo>();

export function createLoadContext(host: Host, request: RequestInfo): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(hostContext, inLanguage(host, request.language));
  context.set(requestContext, request);
  return context;
}

const isOnlyOne = ({ settings }: Host) => settings.languages.offered.length === 1;

/** The host as a request sees it: with the catalogue as its language has it. */
function inLanguage(host: Host, language: Language = 'en'): Host {
  if (language === 'en') return host;
  return Object.create(host, {
    catalogue: { get: () => host.catalogue.in(language, isOnlyOne(host)) },
  }) as Host;
}

/** What a loader or an action is called with. */
export interface RouteArgs {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
}
