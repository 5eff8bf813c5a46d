import { sayRefusal } from './form-answer.server.ts';
import { email as emailField } from './form-fields.server.ts';
import { readForm } from '../../platform/read-form.ts';
import * as v from 'valibot';
import { exportPerson } from '../../conversation/privacy/export-person.server.ts';
import { readAddress } from '../../conversation/privacy/read-person.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { requirePermissionPage } from '../resources/member.server.ts';
import { redirect } from 'react-router';
import type { Route } from './+types/visitor-export.ts';
import { traceOf } from './form-answer.server.ts';

const LIMIT = { name: 'visitor-export', burst: 10, perMinute: 10 };

/** Who signed in anew on the way here, or reloads what was refused, asks with GET. */
export const loader = () => redirect('/team/visitors');

/** Everything held about an address, as a file. A POST, so that no address stands in a log. */
export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requirePermissionPage(context, request, 'export-visitors');
  const host = context.get(hostContext);
  try {
    await host.limits.take(LIMIT, member.id);
    const form = await readForm(request, v.object({ email: emailField }));
    const email = readAddress(form.email);
    const held = await exportPerson(host, traceOf(context, member), email);
    return new Response(`${JSON.stringify(held, null, 2)}\n`, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="visitor.json"',
      },
    });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return sayRefusal(error);
  }
}
