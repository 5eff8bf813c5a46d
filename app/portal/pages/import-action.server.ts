import { data } from 'react-router';
import type { MemberSession } from '../../accounts/server/members/find-member.server.ts';
import { appContextKey, type AppContext, type RouteArgs } from '../../app-context.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { decodeFile } from '../../platform/decode-file.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import type { RateLimit } from '../../platform/rate-limit.ts';
import { readFormData } from '../../platform/read-form.ts';
import { traceOf, type FormGuard } from './form-action.server.ts';

export interface ImportAnswer<Preview = unknown> {
  readonly isDone: boolean;
  readonly message?: string;
  /** The file's text comes back, so that the user need not choose the file again. */
  readonly text: string;
  readonly preview?: Preview;
}

interface ImportGuard extends Pick<FormGuard<MemberSession>, 'admit'> {
  readonly limit: RateLimit;
}

interface Turn extends Pick<MemberSession, 'member'> {
  readonly appContext: AppContext;
  readonly text: string;
  readonly trace: Trace;
}

/**
 * The action of an `ImportForm`. The use case gets the text of the sent file, or else the pasted text. It returns a
 * preview, or the message of a finished import. A {@link RefusedError} becomes an answer with the text.
 */
export function importAction<Preview>(
  { admit, limit }: ImportGuard,
  useCase: (form: FormData, turn: Turn) => Promise<string | { readonly preview: Preview }>,
) {
  return async ({ context, request }: RouteArgs) => {
    const { member } = await admit(context, request);
    const appContext = context.get(appContextKey);
    let text = '';
    try {
      const form = await readFormData(request);
      const file = form.get('file');
      const isSent = file instanceof File && file.size > 0;
      text = isSent ? decodeFile(await file.bytes()) : readText(form, 'text');
      await appContext.limits.take(limit, member.id);
      const trace = traceOf(context, member);
      const done = await useCase(form, { appContext, member, text, trace });
      return data<ImportAnswer<Preview>>(
        typeof done === 'string'
          ? { isDone: true, message: done, text: '' }
          : { isDone: false, text, ...done },
      );
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { message, status } = error;
      return data<ImportAnswer<Preview>>({ isDone: false, message, text }, { status });
    }
  };
}
