import * as v from 'valibot';
import { beginOffer } from '../../orders/server/offer/begin-offer.server.ts';
import { makeOffer } from '../../orders/server/offer/make-offer.server.ts';
import {
  MAX_LINES,
  NOTE_MAX_LENGTH,
  QUESTIONS_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from '../../orders/protocol/offer.ts';
import { text, uuid } from '../../platform/fields.ts';
import { team } from '../../http/calls.server.ts';

const LIMIT = { name: 'offer', burst: 20, perMinute: 20 };

const line = v.object({
  title: text(TITLE_MAX_LENGTH),
  path: v.nullable(text(200)),
  quantity: v.number(),
  price: text(40),
});

const draft = v.object({
  clientId: uuid,
  lines: v.pipe(v.array(line), v.maxLength(MAX_LINES)),
  currency: text(3),
  deliveryDays: v.number(),
  revisions: v.number(),
  validDay: text(10),
  questions: text(QUESTIONS_MAX_LENGTH),
  note: text(NOTE_MAX_LENGTH),
});

export const loader = team.read(async ({ host, who, id }) => ({
  start: await beginOffer(host, who, id),
}));

export const action = team.write(
  draft,
  async (sent, { host, who, id }) => ({ offer: await makeOffer(host, who, id, sent) }),
  LIMIT,
);
