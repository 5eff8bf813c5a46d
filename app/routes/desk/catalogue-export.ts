import * as v from 'valibot';
import { hostContext } from '../../host.ts';
import {
  EXPORT_FORMATS,
  exportCatalogue,
} from '../../marketplace/transfer/export-catalogue.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readForm } from '../../platform/read-form.ts';
import { requirePlace } from '../resources/member.server.ts';
import { sayRefusal, traceOf } from './form-answer.server.ts';
import { redirect } from 'react-router';
import type { Route } from './+types/catalogue-export.ts';

const LIMIT = { name: 'catalogue-export', burst: 20, perMinute: 20 };
const exportForm = v.object({ format: v.picklist(EXPORT_FORMATS) });
const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

/** Who signed in anew on the way here, or reloads what was refused, asks with GET. */
export const loader = () => redirect('/team/catalogue');

/** The published catalogue as a file. A POST, because it is written down who took it. */
export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requirePlace(context, request, '/team/catalogue');
  const host = context.get(hostContext);
  try {
    await host.limits.take(LIMIT, member.id);
    const { format } = await readForm(request, exportForm);
    const file = await exportCatalogue(host, traceOf(context, member), format);
    return new Response(file, {
      headers: {
        'Content-Type': `${TYPES[format]}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="catalogue-${host.catalogue.revision}.${format}"`,
      },
    });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return sayRefusal(error);
  }
}
