import { t, type Sentence } from '../i18n/translate.ts';
import type { Context, MiddlewareHandler } from 'hono';
import {
  accessToConversation,
  NO_SUCH_CONVERSATION,
  type Viewer,
} from '../chat/server/access.server.ts';
import { findBrowser, visitorCookies } from '../chat/server/messages/visitor-browser.server.ts';
import { refuseWhoOwes } from '../accounts/server/factors/requires-second-factor.ts';
import type { MemberSession } from '../accounts/server/members/find-member.server.ts';
import type { Member } from '../accounts/protocol/member.ts';
import type { Permission } from '../accounts/protocol/permissions.ts';
import { RefusedError } from '../platform/errors.ts';
import { isUuid } from '../platform/fields.ts';
import { addressBlock, type RateLimit } from '../platform/rate-limit.ts';
import { explainAsText } from './answer.server.ts';
import { findSessionOf, leadAway, refuseUnless, SIGNED_OUT } from './member.server.ts';
import { guard, type CallerEnv, type EndpointEnv, type Reading } from './router.server.ts';

export type VisitorViewer = Viewer & { kind: 'browser' };

type MemberEnv = CallerEnv & {
  Variables: { member: Member; session: MemberSession };
};
type BrowserEnv = CallerEnv & { Variables: { viewer: VisitorViewer } };

function nameNetwork(c: Context<CallerEnv>): void {
  const { info } = c.var;
  c.set('caller', addressBlock(info.address));
  c.set('trace', { member: undefined, requestId: info.id });
}

/** Everyone may call the route. */
export function anyone(errors: 'JSON' | 'text' = 'JSON'): MiddlewareHandler<CallerEnv> {
  return guard<CallerEnv>('anyone', async (c) => {
    if (errors === 'text') c.set('explain', explainAsText);
    nameNetwork(c);
  });
}

/**
 * A signature or secret authenticates the caller. The limit also applies to attempts to guess the secret, so it
 * comes before `check`.
 */
export function signed(
  rate: RateLimit,
  check: (c: Context<CallerEnv>) => void = () => {},
): MiddlewareHandler<CallerEnv> {
  return guard<CallerEnv>('signed', async (c) => {
    nameNetwork(c);
    await c.var.appContext.limits.take(rate, c.var.caller);
    check(c);
  });
}

/** Members of the team may call the route, with the permission if there is one. */
export function member(permission?: Permission): MiddlewareHandler<MemberEnv> {
  return guard<MemberEnv>('member', async (c) => {
    const session = await requireSession(c);
    refuseWhoOwes(c.var.appContext, session);
    if (permission) refuseUnless(session.member, permission);
    takeMember(c, session);
  });
}

/** A page links to the route or has its form, so signed-out members are led to /login. */
export function memberOfPage(
  permission: Permission,
  errors: 'JSON' | 'text' = 'text',
): MiddlewareHandler<MemberEnv> {
  return guard<MemberEnv>('member', async (c) => {
    if (errors === 'text') c.set('explain', explainAsText);
    const session = await findSession(c);
    const elsewhere = leadAway(c.var.appContext, session, c.req.url);
    if (elsewhere !== undefined || !session) return c.redirect(elsewhere ?? '/login');
    refuseUnless(session.member, permission);
    takeMember(c, session);
    return undefined;
  });
}

/** Returns the session of a member, who may still have to set up a second factor. */
export async function requireSession(c: Reading<EndpointEnv>): Promise<MemberSession> {
  const session = await findSession(c);
  if (session) return session;
  throw new RefusedError(401, t(SIGNED_OUT));
}

function findSession(c: Reading<EndpointEnv>): Promise<MemberSession | undefined> {
  return findSessionOf(c.var.appContext, c.var.info, c.req.raw);
}

function takeMember(c: Context<MemberEnv>, session: MemberSession): void {
  const { member: who } = session;
  c.set('session', session);
  c.set('member', who);
  c.set('caller', who.id);
  c.set('trace', { member: who, requestId: c.var.info.id });
}

/** Browsers that have chatted may call the route. */
export function browser(): MiddlewareHandler<BrowserEnv> {
  return guard<BrowserEnv>('browser', async (c) => {
    await admitBrowser(c);
  });
}

/** The browser must have access to the conversation in the address. A link leads other people to `elsewhere`. */
export function visitor(elsewhere?: string): MiddlewareHandler<BrowserEnv> {
  return guard<BrowserEnv>('visitor', async (c) => {
    if (elsewhere !== undefined) {
      c.set('explain', (error) =>
        error instanceof RefusedError ? c.redirect(elsewhere, 303) : undefined,
      );
    }
    const viewer = await admitBrowser(c);
    if (await accessToConversation(c.var.appContext.db, viewer, c.req.param('id') ?? '')) return;
    throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  });
}

async function admitBrowser(c: Context<BrowserEnv>): Promise<VisitorViewer> {
  const { appContext, info } = c.var;
  const browserId = await findBrowser(appContext, visitorCookies(c.req.raw.headers));
  if (!browserId) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  info.who = `browser ${browserId}`;
  const viewer = { kind: 'browser', browserId } as const;
  c.set('viewer', viewer);
  c.set('caller', browserId);
  c.set('trace', { member: undefined, requestId: info.id });
  return viewer;
}

/** A value of the address that is not a UUID is rejected before the body is read. */
export function uuidParam(name: string, unknown: Sentence): MiddlewareHandler {
  return async (c, next) => {
    if (!isUuid(c.req.param(name) ?? '')) throw new RefusedError(404, t(unknown));
    await next();
  };
}
