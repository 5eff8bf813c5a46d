import { data, type RouterContextProvider } from 'react-router';
import type * as v from 'valibot';
import {
  appContextKey,
  requestContext,
  type AppContext,
  type RouteArgs,
} from '../../app-context.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { checkForm, readFormData } from '../../platform/read-form.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock, type RateLimit } from '../../platform/rate-limit.ts';
import { t } from '../../i18n/translate.ts';
import { LINK_EXPIRED } from '../../accounts/server/sign-in/verify-email.server.ts';
import type { ClientSession } from '../../clients/server/client-context.server.ts';
import type { MemberSession } from '../../accounts/server/members/find-member.server.ts';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { readToken } from '../../accounts/pages/read-token.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import type { PlacePath } from '../../accounts/protocol/navigation-items.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { requirePlace } from '../../http/member.server.ts';

type Context = Readonly<RouterContextProvider>;

export interface FormGuard<Session> {
  /** The function throws a redirect or an error for people without permission. It runs before the form is read. */
  readonly admit: (context: Context, request: Request) => Promise<Session>;
  /** The limit is counted per member or client, or per network for people who are not signed in. */
  readonly limit?: RateLimit;
  /** A falsy value means that the one-time link in the page's address is invalid. */
  readonly findLink?: (appContext: AppContext, token: string) => Promise<unknown>;
  /** These fields have several values. Of other fields, only the first value is used. */
  readonly lists?: readonly string[];
}

export const anybody = () => Promise.resolve(undefined);

/** Clients who are signed in to their account. */
export const client = requireClientPage;

export const whoMayOpen = (path: PlacePath) => (context: Context, request: Request) =>
  requirePlace(context, request, path);

/** Secrets are never sent back. */
const SECRETS = ['password', 'confirmation', 'current', 'token', 'code', 'credential'];

interface Turn<Session> extends RouteArgs {
  readonly appContext: AppContext;
  readonly session: Session;
  readonly trace: Trace;
  /** Rate limits are counted for this network. */
  readonly network: string;
  /** The token belongs to the page's one-time link. Pages without one have ''. */
  readonly token: string;
  /** The use case may add response headers. */
  readonly headers: Headers;
}

/**
 * The action checks permission, rate limit, one-time link and `schema`, then runs `useCase`, which returns the
 * message and optional data. A {@link RefusedError} becomes an answer for the form, with the field and the typed
 * values. Other errors go to the error handler.
 */
export function formAction<
  S extends v.GenericSchema,
  Session extends MemberSession | ClientSession | undefined,
  More extends { readonly message: string; readonly status?: number } = never,
>(
  schema: S,
  { admit, limit, findLink, lists }: FormGuard<Session>,
  useCase: (form: v.InferOutput<S>, turn: Turn<Session>) => Promise<string | Response | More>,
) {
  return async (args: RouteArgs) => {
    const { context, request } = args;
    const session = await admit(context, request);
    const appContext = context.get(appContextKey);
    const network = addressBlock(context.get(requestContext).address);
    let sent = new FormData();
    try {
      sent = await readFormData(request);
      const member = session && 'member' in session ? session.member : undefined;
      const caller = session && 'client' in session ? session.client.id : member?.id;
      if (limit) await appContext.limits.take(limit, caller ?? network);
      // The link is checked before the input is processed, because hashing a password is expensive.
      const token = readToken(request);
      if (findLink && !(await findLink(appContext, token))) {
        throw new RefusedError(410, t(LINK_EXPIRED), 'token');
      }
      const form = checkForm(sent, schema, lists);
      const trace = traceOf(context, member);
      const headers = new Headers();
      const done = await useCase(form, {
        ...args,
        appContext,
        session,
        trace,
        network,
        token,
        headers,
      });
      if (done instanceof Response) return done;
      const said = typeof done === 'string' ? { message: done } : done;
      const intent = readText(sent, 'intent');
      const answer: FormAnswer = { intent, isDone: true, message: '', field: undefined, typed: {} };
      const { status = 200, message, ...more } = { status: undefined, ...said };
      return data({ ...answer, ...more, message }, { headers, status });
    } catch (error) {
      if (error instanceof RefusedError) return answerRefusal(error, sent, lists);
      throw error;
    }
  };
}

/** The values of a field in `lists` are joined by line breaks. Secrets are left out. */
function typedInto(form: FormData, lists: readonly string[]): FormAnswer['typed'] {
  const texts = [...form].filter(
    (field): field is [string, string] =>
      typeof field[1] === 'string' && !SECRETS.includes(field[0]),
  );
  const ofLists = lists.map((name) => {
    const values = texts.filter(([field]) => field === name).map(([, value]) => value);
    return [name, values.join('\n')];
  });
  return { ...Object.fromEntries(texts), ...Object.fromEntries(ofLists) };
}

function answerRefusal(refusal: RefusedError, sent: FormData, lists: readonly string[] = []) {
  const { message, field, status, retryAfterSeconds } = refusal;
  const typed = typedInto(sent, lists);
  const intent = readText(sent, 'intent');
  const answer: FormAnswer = { intent, isDone: false, message, field, typed };
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return data(answer, { status, ...(retryAfterSeconds === undefined ? {} : { headers }) });
}

export function traceOf(context: Readonly<RouterContextProvider>, who?: Member): Trace {
  return { member: who, requestId: context.get(requestContext).id };
}
