import { data, type RouterContextProvider } from 'react-router';
import type * as v from 'valibot';
import { hostContext, requestContext, type Host } from '../../host.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock, type RateLimit } from '../../platform/rate-limit.ts';
import { checkForm, readFormData } from '../../platform/read-form.ts';
import { LINK_EXPIRED } from '../../team/accounts/verify-email.server.ts';
import type { MemberSession } from '../../team/members/find-member.server.ts';
import type { Member } from '../../team/members/member.ts';
import type { Permission } from '../../team/members/permissions.ts';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { requireMemberPage, requirePermissionPage } from '../resources/member.server.ts';
import { readToken } from './read-token.server.ts';

type Context = Readonly<RouterContextProvider>;

export interface ActionArgs {
  readonly context: Context;
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Who may send a form, and how often. */
interface Door<Session> {
  /** Throws where to go for whoever may not: before anything of the form is read. */
  readonly admit: (context: Context, request: Request) => Promise<Session>;
  /** Counted for the person; where nobody is signed in, for the network. */
  readonly limit?: RateLimit;
  /** Whether the one-time link in the page's address still works; falsy when it does not. */
  readonly findLink?: (host: Host, token: string) => Promise<unknown>;
  /** The fields of which all values count, not the first alone. */
  readonly lists?: readonly string[];
}

/** What a use case knows of the form's request. */
interface Turn<Session> extends ActionArgs {
  readonly host: Host;
  readonly session: Session;
  readonly trace: Trace;
  /** Where it comes from, as far as limits go. */
  readonly network: string;
  /** The secret of the page's link; '' on pages without. */
  readonly token: string;
  /** Of the answer, where the use case has some to add. */
  readonly headers: Headers;
}

/** Forms of pages for people who are not signed in. */
export const anybody = () => Promise.resolve(undefined);

/** Forms for whoever has this permission. */
export const whoMay = (permission: Permission) => (context: Context, request: Request) =>
  requirePermissionPage(context, request, permission);

/** Forms for everybody who works here. */
export const member = requireMemberPage;

/** Secrets are never sent back. */
const SECRETS = ['password', 'confirmation', 'current', 'token'];

/**
 * The action of a page's forms: admits, reads, counts, looks at the link, checks by `schema`, and
 * has `useCase` do it, which returns what to say, with more for the page where there is more. A
 * refusal becomes what the form shows, at its field and with what was typed; faults go on to the
 * error handler.
 */
export function formAction<
  S extends v.GenericSchema,
  Session extends MemberSession | undefined,
  More extends { readonly message: string } = never,
>(
  schema: S,
  { admit, limit, findLink, lists }: Door<Session>,
  useCase: (form: v.InferOutput<S>, turn: Turn<Session>) => Promise<string | Response | More>,
) {
  return async (args: ActionArgs) => {
    const { context, request } = args;
    const session = await admit(context, request);
    const host = context.get(hostContext);
    const network = addressBlock(context.get(requestContext).address);
    let sent = new FormData();
    try {
      sent = await readFormData(request);
      if (limit) await host.limits.take(limit, session?.member.id ?? network);
      // Before anything is done with what was typed: a password costs a hash.
      const token = readToken(request);
      if (findLink && !(await findLink(host, token))) {
        throw new RefusedError(410, LINK_EXPIRED, 'token');
      }
      const form = checkForm(sent, schema, lists);
      const trace = traceOf(context, session?.member);
      const headers = new Headers();
      const done = await useCase(form, { ...args, host, session, trace, network, token, headers });
      if (done instanceof Response) return done;
      const said = typeof done === 'string' ? { message: done } : done;
      const intent = readText(sent, 'intent');
      const answer: FormAnswer = { intent, isDone: true, message: '', field: undefined, typed: {} };
      return data({ ...answer, ...said }, { headers });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { message, field, status, retryAfterSeconds } = error;
      const typed = typedInto(sent);
      const intent = readText(sent, 'intent');
      const answer: FormAnswer = { intent, isDone: false, message, field, typed };
      const headers = { 'Retry-After': String(retryAfterSeconds) };
      return data(answer, { status, ...(retryAfterSeconds === undefined ? {} : { headers }) });
    }
  };
}

/** The texts of a form, but for its secrets. */
function typedInto(form: FormData): FormAnswer['typed'] {
  const texts = [...form].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && !SECRETS.includes(entry[0]),
  );
  return Object.fromEntries(texts);
}

/** A refusal where a file was asked for: there is no form left on the screen that could show it. */
export function sayRefusal({ message, status }: RefusedError): Response {
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

/** Who does this, and in which request: for the audit log. */
export function traceOf(context: Context, who?: Member): Trace {
  return { member: who, requestId: context.get(requestContext).id };
}

/** Pages of accounts are nobody else's. */
export const PRIVATE_PAGE_HEADERS = { 'Cache-Control': 'no-store' };
