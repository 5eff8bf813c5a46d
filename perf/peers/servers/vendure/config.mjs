import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';

const { DefaultJobQueuePlugin, DefaultLogger, DefaultSearchPlugin, LogLevel, dummyPaymentHandler } =
  createRequire(import.meta.url)('@vendure/core');

const { DATABASE_URL, SQLITE_FILE, PORT = '0' } = process.env;

/** The configuration of a new Vendure project, without the plugins for assets, emails and dashboard. */
export function createConfig({ synchronize }) {
  return {
    apiOptions: {
      port: Number(PORT),
      hostname: '127.0.0.1',
      adminApiPath: 'admin-api',
      shopApiPath: 'shop-api',
    },
    authOptions: {
      tokenMethod: ['bearer', 'cookie'],
      superadminCredentials: { identifier: 'superadmin', password: 'quiet-harbour-77' },
      cookieOptions: { secret: randomBytes(32).toString('hex') },
    },
    dbConnectionOptions: DATABASE_URL
      ? { type: 'postgres', url: DATABASE_URL, synchronize, logging: false }
      : { type: 'better-sqlite3', database: SQLITE_FILE, synchronize, logging: false },
    paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
    plugins: [
      DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
      DefaultSearchPlugin.init({ bufferUpdates: false, indexCurrencyCode: true }),
    ],
    logger: new DefaultLogger({ level: LogLevel.Warn }),
  };
}
