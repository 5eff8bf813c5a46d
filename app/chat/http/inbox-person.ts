import { NO_SUCH_CONVERSATION } from '../server/access.server.ts';
import { readPersonView } from '../server/contacts/read-person-view.server.ts';
import type { PersonView } from '../protocol/person.ts';
import { nameService } from '../../shop/name-service.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readReviewsBy } from '../../reviews/server/read-reviews-by.server.ts';
import { teamAboutVisitor } from '../../http/calls.server.ts';

/** The visitor panel shows this data. */
export const loader = teamAboutVisitor.read(async ({ host: { db, catalogue }, who, id }) => {
  const known = await readPersonView(db, who, id);
  if (!known) throw new RefusedError(404, NO_SUCH_CONVERSATION);
  const reviews = await readReviewsBy(db, known.email);
  const person: PersonView = {
    ...known,
    reviews: reviews.map(({ section, slug, ...review }) => {
      const { title, path = '/services' } = nameService(catalogue, { section, slug });
      return { ...review, service: title, path };
    }),
  };
  return { person };
});
