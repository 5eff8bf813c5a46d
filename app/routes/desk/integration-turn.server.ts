import type { RouterContextProvider } from 'react-router';
import * as v from 'valibot';
import { URL_MAX_LENGTH } from '../../platform/outgoing/target.server.ts';
import { text } from '../../platform/fields.ts';
import { hostContext } from '../../host.ts';
import type { Member } from '../../team/members/member.ts';
import { EVENT_TYPES } from '../../reach/webhook/events.ts';

const LIMIT = { name: 'integration-action', burst: 60, perMinute: 60 };

/** Of the forms that add a webhook and change one. */
export const ENDPOINT_FIELDS = {
  url: text(URL_MAX_LENGTH, `Please use an address of at most ${URL_MAX_LENGTH} characters`),
  events: v.array(v.picklist(EVENT_TYPES)),
};

/** Keeps an admin's forms of the API's pages to what a person can do. */
export async function takeTurn(context: Readonly<RouterContextProvider>, admin: Member) {
  const host = context.get(hostContext);
  await host.limits.take(LIMIT, admin.id);
  return host;
}
