import { redirect } from 'react-router';
import * as v from 'valibot';
import { EXPORT_FORMATS, exportCatalogue } from '../server/transfer/export-catalogue.server.ts';
import { fileAction } from '../../portal/pages/file-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';

const limit = { name: 'catalogue-export', burst: 20, perMinute: 20 };
const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

/** A GET happens after signing in again on the way here, and when a rejected download is reloaded. */
export const loader = () => redirect('/team/catalogue');

export const action = fileAction(
  v.object({ format: v.picklist(EXPORT_FORMATS) }),
  { admit: whoMayOpen('/team/catalogue'), limit },
  async ({ format }, { host, trace }) => ({
    name: `catalogue-${host.catalogue.revision}.${format}`,
    type: `${TYPES[format]}; charset=utf-8`,
    body: await exportCatalogue(host, trace, format),
  }),
);
