import { redirect } from 'react-router';
import * as v from 'valibot';
import { exportPerson } from '../server/privacy/export-person.server.ts';
import { readAddress } from '../server/privacy/read-person.server.ts';
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
    const held = await exportPerson(host, trace, readAddress(form.email));
    return {
      name: 'visitor.json',
      type: 'application/json; charset=utf-8',
      body: `${JSON.stringify(held, null, 2)}\n`,
    };
  },
);
