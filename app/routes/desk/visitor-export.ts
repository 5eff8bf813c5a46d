import { redirect } from 'react-router';
import * as v from 'valibot';
import { exportPerson } from '../../conversation/privacy/export-person.server.ts';
import { readAddress } from '../../conversation/privacy/read-person.server.ts';
import { fileAction } from './file-action.server.ts';
import { whoMay } from './form-door.server.ts';
import { email } from './form-fields.server.ts';

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
