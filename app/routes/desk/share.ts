import { redirect } from 'react-router';
import { RefusedError } from '../../platform/errors.ts';
import { readFormData } from '../../platform/read-form.ts';
import { sayRefusal } from './form-answer.server.ts';
import type { Route } from './+types/share.ts';

/**
 * What other apps share with the agent's app is taken by its worker (public/service-worker.js). Here comes
 * only what no worker was there for: nothing of it is kept, and whoever shared it is told.
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
