import type { RouterContextProvider } from 'react-router';
import { createLoadContext, type AppContext } from '../../app/app-context.ts';
import { readAvailability } from '../../app/chat/server/read/read-desk.server.ts';
import { Captcha } from '../../app/platform/captcha.server.ts';
import { readSettingTexts } from '../../app/platform/changeable-settings.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { LocalProcesses } from '../../app/platform/processes.ts';
import { RateLimiter } from '../../app/platform/rate-limit.ts';
import { readSettings } from '../../app/platform/settings.server.ts';
import { CachedAnswers } from '../../app/api/server/cached-answers.server.ts';
import { readRatingSummaries } from '../../app/reviews/server/read-rating-summaries.server.ts';
import { MODULES } from '../../server/modules.ts';
import { CATALOGUE } from './catalogue.ts';
import { recordingPublisher } from './database.ts';
import { recordingPush } from './push.ts';
import { testFiles } from './files.ts';
import { testInvoiceRenderer } from './invoice-document.ts';
import { testInboundMail } from './inbound-mail.ts';
import { TEST_ORIGIN, type TestServices } from './team.ts';

/** A host for calling routes without a server; what it closes is written down. */
export function createTestAppContext(
  db: Database,
  services: TestServices,
): AppContext & { closed: string[] } {
  return {
    ...services,
    db,
    catalogue: CATALOGUE,
    takePublication: () => Promise.resolve(),
    settings: readSettings({ PUBLIC_ORIGIN: TEST_ORIGIN }),
    settingsAtStart: readSettingTexts({}),
    captcha: new Captcha({ ...services, db }, 'a secret of the tests'),
    limits: new RateLimiter(services.clock),
    chat: recordingPublisher().publisher,
    webhooks: { policy: 'public' },
    push: recordingPush().push,
    get files() {
      return testFiles();
    },
    get inboundMail() {
      return testInboundMail();
    },
    get invoiceRenderer() {
      return testInvoiceRenderer();
    },
    isInFront: () => Promise.resolve(false),
    cookieSecret: 'a secret of the tests',
    isAnybodyIn: () => Promise.resolve(false),
    closeConversations: (ids) =>
      void services.closed.push(...ids.map((id) => `conversation ${id}`)),
    takeSavedSettings: () => Promise.resolve(),
    processes: new LocalProcesses(),
    availability: { read: () => readAvailability(db, services.clock, undefined) },
    answers: new CachedAnswers(services.clock, 0),
    ratings: { read: () => readRatingSummaries(db) },
    modules: MODULES,
  };
}

/** The context a request of its own comes with. */
export function contextOf(appContext: AppContext): RouterContextProvider {
  return createLoadContext(appContext, { id: 'request-1', address: '203.0.113.9', nonce: 'nonce' });
}
