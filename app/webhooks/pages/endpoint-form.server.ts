import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import { text } from '../../platform/fields.ts';
import { URL_MAX_LENGTH } from '../../platform/outgoing/target.server.ts';
import { EVENT_TYPES } from '../protocol/events.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';

/** The forms that add and change a webhook share these fields. */
export const ENDPOINT_FIELDS = {
  url: text(URL_MAX_LENGTH, () =>
    say('Please use an address of at most {most} characters', { most: URL_MAX_LENGTH }),
  ),
  events: v.array(v.picklist(EVENT_TYPES)),
  withContents: v.pipe(
    v.optional(v.picklist(['yes', '']), ''),
    v.transform((chosen) => chosen === 'yes'),
  ),
};

/** The rate limit suits a person. */
export const INTEGRATIONS = {
  admit: whoMayOpen('/team/api'),
  limit: { name: 'integration-action', burst: 60, perMinute: 60 },
  lists: ['events', 'scopes'],
};
