import type * as v from 'valibot';
import { hostContext, type Host, type RouteArgs } from '../../host.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readForm } from '../../platform/read-form.ts';
import type { MemberSession } from '../../accounts/server/members/find-member.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { sayRefusal, traceOf } from './form-answer.server.ts';
import type { Door } from './form-door.server.ts';

interface Turn {
  readonly host: Host;
  readonly member: Member;
  readonly trace: Trace;
}

interface HandedOut {
  readonly name: string;
  readonly type: string;
  readonly body: BodyInit;
}

/**
 * The action is a POST, because the download is recorded, and so that no email address appears in an access log. An
 * error is plain text, because no form is left on the screen to show it.
 */
export function fileAction<S extends v.GenericSchema>(
  schema: S,
  { admit, limit }: Pick<Door<MemberSession>, 'admit' | 'limit'>,
  useCase: (form: v.InferOutput<S>, turn: Turn) => Promise<HandedOut>,
) {
  return async ({ context, request }: RouteArgs): Promise<Response> => {
    const { member } = await admit(context, request);
    const host = context.get(hostContext);
    try {
      if (limit) await host.limits.take(limit, member.id);
      const form = await readForm(request, schema);
      const turn = { host, member, trace: traceOf(context, member) };
      const { name, type, body } = await useCase(form, turn);
      const headers = {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${name}"`,
      };
      return new Response(body, { headers });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return sayRefusal(error);
    }
  };
}
