import type * as v from 'valibot';
import { NO_SUCH_CONVERSATION } from '../chat/server/access.server.ts';
import { hostContext, type Host, type RouteArgs } from '../host.ts';
import { RefusedError } from '../platform/errors.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import { answer, json } from './answer.server.ts';
import { readJson } from './read-request.server.ts';
import { isUuid } from '../platform/fields.ts';
import { PLACES } from '../accounts/protocol/places.ts';
import { refuseUnless, requireMember } from './member.server.ts';
import { requireVisitor } from './visitor.server.ts';

/** `who` is the caller. */
interface Call<Who> extends RouteArgs {
  readonly host: Host;
  readonly who: Who;
  /** The id comes from the address. An address without an id has ''. */
  readonly id: string;
}

/** A request passes the checks of permission, rate limit and body before `work` runs. */
function callsOf<Who>(admit: (args: RouteArgs) => Promise<Who>, keyOf: (who: Who) => string) {
  const open = async (args: RouteArgs, limit?: RateLimit): Promise<Call<Who>> => {
    const who = await admit(args);
    const host = args.context.get(hostContext);
    if (limit) await host.limits.take(limit, keyOf(who));
    return { ...args, host, who, id: args.params.id ?? '' };
  };
  return {
    read: (work: (call: Call<Who>) => Promise<object>, limit?: RateLimit) => (args: RouteArgs) =>
      answer(async () => json(await work(await open(args, limit)))),
    write:
      <S extends v.GenericSchema>(
        schema: S,
        work: (body: v.InferOutput<S>, call: Call<Who>) => Promise<object | void>,
        limit?: RateLimit,
      ) =>
      (args: RouteArgs) =>
        answer(async () => {
          const call = await open(args, limit);
          return json((await work(await readJson(args.request, schema), call)) ?? { ok: true });
        }),
  };
}

export const team = callsOf(
  async ({ context, request }) => (await requireMember(context, request)).member,
  (member) => member.id,
);

export const cataloguer = callsOf(
  async ({ context, request }) => {
    const { member } = await requireMember(context, request);
    refuseUnless(member, PLACES['/team/catalogue'].permission);
    return member;
  },
  (member) => member.id,
);

/** An id that is not a UUID is rejected before the body is read. */
export const teamAboutVisitor = callsOf(
  async ({ context, request, params }) => {
    const { member } = await requireMember(context, request);
    if (!isUuid(params.id ?? '')) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    return member;
  },
  (member) => member.id,
);

/** The limit is above the speed at which anybody can type in the visitor panel. */
export const PERSON_LIMIT = { name: 'about-visitor', burst: 60, perMinute: 120 };

/** The browser must have access to the conversation in the address. */
export const visitor = callsOf(
  ({ context, request, params }) => requireVisitor(context, request, params.id ?? ''),
  (viewer) => viewer.browserId,
);
