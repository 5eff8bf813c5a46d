import { t } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { hasEmailShape, normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Holding, Module } from '../../../platform/module.ts';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import { readAuditOf } from '../../../accounts/server/audit/audit.server.ts';
import { readBlockOf } from './block-visitor.server.ts';

/** All modules. Each of them reports the personal data that it stores. */
export interface PersonalDataContext<Context> {
  readonly modules: readonly Pick<Module<Context, never>, 'holding'>[];
}

export function holdingsOf<Context>({ modules }: PersonalDataContext<Context>): Holding<Context>[] {
  return modules.flatMap(({ holding }) => holding ?? []);
}

export async function readPerson(
  appContext: PersonalDataContext<never> & { readonly db: Database },
  email: string,
) {
  const { db } = appContext;
  const [counts, block, history] = await Promise.all([
    Promise.all(holdingsOf(appContext).map((holding) => holding.count(db, email))),
    readBlockOf(db, email),
    readAuditOf(db, await addressSubject(db, email)),
  ]);
  return { email, counts: counts.flat(), block, history };
}

export function readAddress(typed: string): string {
  const address = normalizeEmail(typed);
  if (!hasEmailShape(address)) {
    throw new RefusedError(400, t('Please enter a valid email address'), 'email');
  }
  return address;
}
