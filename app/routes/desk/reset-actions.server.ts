import { data, type RouterContextProvider } from 'react-router';
import * as v from 'valibot';
import { password } from './form-fields.server.ts';
import { readForm } from '../../platform/read-form.ts';
import { field } from '../../platform/fields.ts';
import { resetAllData, ResetError } from '../../conversation/privacy/reset-all-data.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { signOut } from '../../team/sessions/sign-in.server.ts';
import { traceOf } from './form-answer.server.ts';
import type { Member } from '../../team/members/member.ts';

/** Keeps a stolen session from trying passwords. */
const LIMIT = { name: 'reset-data', burst: 5, perMinute: 1 };
const RELOAD_AFTER_MS = 2000;
const COMPLETE = 'Reset complete! All data cleared and authentication reset.';

interface ResetAnswer {
  readonly isDone: boolean;
  readonly message: string;
  readonly field: string | undefined;
}

const answer = (isDone: boolean, message: string, field?: string): ResetAnswer => ({
  isDone,
  message,
  field,
});

/** What the admin does on /reset. Afterwards nobody is signed in. */
export async function runReset(
  context: Readonly<RouterContextProvider>,
  member: Member,
  request: Request,
) {
  const host = context.get(hostContext);
  try {
    await host.limits.take(LIMIT, member.id);
    const form = await readForm(request, v.object({ password, phrase: field(64) }));
    await resetAllData(host, traceOf(context, member), member, form);
  } catch (error) {
    if (error instanceof RefusedError) {
      return data(answer(false, error.message, error.field), { status: error.status });
    }
    host.log.error({ err: error }, 'Reset failed');
    const message = error instanceof ResetError ? error.message : unexpected(error);
    return data(answer(false, message), { status: 500 });
  }
  try {
    const cleared = await signOut(host.auth, request.headers);
    cleared.set('Refresh', String(RELOAD_AFTER_MS / 1000));
    return data(answer(true, COMPLETE), { headers: cleared });
  } catch (error) {
    host.log.error({ err: error }, 'Sign-out after the reset failed');
    return data(answer(false, new ResetError('Sign out error', error).message), { status: 500 });
  }
}

function unexpected(error: unknown): string {
  return new ResetError('Unexpected error', error).message;
}
