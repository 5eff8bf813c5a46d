import { Readable } from 'node:stream';
import * as v from 'valibot';
import { readFilesAbout } from '../../conversation/files/export-files.server.ts';
import { readAddress } from '../../conversation/privacy/read-person.server.ts';
import { exportFiles } from '../../files/serve/export-files.server.ts';
import { readOrderFilesAbout } from '../../orders/files/read-order-files.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readForm } from '../../platform/read-form.ts';
import { requirePermissionPage } from '../resources/member.server.ts';
import { redirect } from 'react-router';
import type { Route } from './+types/visitor-files.ts';
import { sayRefusal, traceOf } from './form-answer.server.ts';
import { email as emailField } from './form-fields.server.ts';

const LIMIT = { name: 'visitor-export', burst: 10, perMinute: 10 };

/** Who signed in anew on the way here, or reloads what was refused, asks with GET. */
export const loader = () => redirect('/team/visitors');

/** The files held about an address, as an archive. A POST, so that no address stands in a log. */
export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requirePermissionPage(context, request, 'export-visitors');
  const host = context.get(hostContext);
  try {
    await host.limits.take(LIMIT, member.id);
    const form = await readForm(request, v.object({ email: emailField }));
    const archive = await exportFiles(host, traceOf(context, member), readAddress(form.email), [
      readFilesAbout,
      readOrderFilesAbout,
    ]);
    return new Response(Readable.toWeb(archive) as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': 'application/x-tar',
        'Content-Disposition': 'attachment; filename="visitor-files.tar"',
      },
    });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return sayRefusal(error);
  }
}
