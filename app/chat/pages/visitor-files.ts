import { Readable } from 'node:stream';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { readFilesAbout } from '../server/files/export-files.server.ts';
import { readAddress } from '../server/privacy/read-person.server.ts';
import { exportFiles } from '../../files/server/serve/export-files.server.ts';
import { readOrderFilesAbout } from '../../orders/server/files/read-order-files.server.ts';
import { fileAction } from '../../portal/pages/file-action.server.ts';
import { whoMay } from '../../portal/pages/form-door.server.ts';
import { email } from '../../portal/pages/form-fields.server.ts';

const limit = { name: 'visitor-export', burst: 10, perMinute: 10 };

/** A GET happens after signing in again on the way here, and when a rejected download is reloaded. */
export const loader = () => redirect('/team/visitors');

export const action = fileAction(
  v.object({ email }),
  { admit: whoMay('export-visitors'), limit },
  async (form, { host, trace }) => {
    const archive = await exportFiles(host, trace, readAddress(form.email), [
      readFilesAbout,
      readOrderFilesAbout,
    ]);
    return {
      name: 'visitor-files.tar',
      type: 'application/x-tar',
      body: Readable.toWeb(archive) as ReadableStream<Uint8Array>,
    };
  },
);
