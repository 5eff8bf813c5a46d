import { redirect } from 'react-router';
import { RefusedError } from '../../platform/errors.ts';
import { readFormData } from '../../platform/read-form.ts';
import { sayRefusal } from '../../portal/pages/form-answer.server.ts';
import type { Route } from './+types/share.ts';

/**
 * The service worker (app/chat/inbox/service-worker) handles what other apps share with the agent app. This route runs
 * only without a worker: it stores nothing and tells the user.
 */
export async function action({ request }: Route.ActionArgs) {
  const refusal = await readFormData(request).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal instanceof RefusedError) return sayRefusal(refusal);
  return redirect('/agentchat?shared=lost', 303);
}

export const loader = () => redirect('/agentchat');
