import { data } from 'react-router';
import type * as v from 'valibot';
import { hostContext, requestContext, type Host, type RouteArgs } from '../../host.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { checkForm, readFormData } from '../../platform/read-form.ts';
import { sayAny } from '../../platform/say.ts';
import { LINK_EXPIRED } from '../../accounts/server/sign-in/verify-email.server.ts';
import type { MemberSession } from '../../accounts/server/members/find-member.server.ts';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { answerRefusal, traceOf } from './form-answer.server.ts';
import type { Door } from './form-door.server.ts';
import { readToken } from '../../accounts/pages/read-token.server.ts';

interface Turn<Session> extends RouteArgs {
  readonly host: Host;
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
  Session extends MemberSession | undefined,
  More extends { readonly message: string; readonly status?: number } = never,
>(
  schema: S,
  { admit, limit, findLink, lists }: Door<Session>,
  useCase: (form: v.InferOutput<S>, turn: Turn<Session>) => Promise<string | Response | More>,
) {
  return async (args: RouteArgs) => {
    const { context, request } = args;
    const session = await admit(context, request);
    const host = context.get(hostContext);
    const network = addressBlock(context.get(requestContext).address);
    let sent = new FormData();
    try {
      sent = await readFormData(request);
      if (limit) await host.limits.take(limit, session?.member.id ?? network);
      // The link is checked before the input is processed, because hashing a password is expensive.
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
      const { status = 200, message, ...more } = { status: undefined, ...said };
      return data({ ...answer, ...more, message: sayAny(message) }, { headers, status });
    } catch (error) {
      if (error instanceof RefusedError) return answerRefusal(error, sent, lists);
      throw error;
    }
  };
}
